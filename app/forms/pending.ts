import { useFormAction, useLocation, useNavigation } from '@remix-run/react'
import { createContext, type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { keepSent } from './lost-form'

const Pending = createContext(false)

export const PendingProvider = Pending.Provider

/** Whether the surrounding form is pending. */
export const usePending = () => useContext(Pending)

/**
 * Where scripts run: whether this form's post to `action` is pending, and a guard against a second press. Other forms
 * of the page may post to the same address. Without scripts the server handles a second press: a money form carries
 * its key.
 */
export function usePost(action: string | undefined, onSend?: () => void) {
  const navigation = useNavigation()
  const own = useFormAction(action)
  // Once its own page answers, the form can be sent again, even while the rest of the page still loads.
  const isFree = !isOnItsWay(navigation)
  const { key } = useLocation()
  const sent = useRef(false)
  const [pressed, setPressed] = useState(false)
  // On a slow device an answer may be drawn without its pending state: its key is another one.
  useEffect(() => {
    if (!isFree) return
    sent.current = false
    setPressed(false)
  }, [isFree, key])

  const takeOnce = (event: FormEvent<HTMLFormElement>) => {
    if (sent.current) return event.preventDefault()
    sent.current = true
    setPressed(true)
    onSend?.()
    keepSent(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
  }
  return {
    pending:
      pressed && navigation.formMethod === 'POST' && navigation.formAction === own && isOnItsWay(navigation),
    takeOnce,
  }
}

/** Sent and not answered, or answered by another page. A page that answers at the form's own address is there. */
function isOnItsWay({ state, location, formAction }: ReturnType<typeof useNavigation>): boolean {
  if (state === 'loading') return location.pathname + location.search !== formAction
  return state === 'submitting'
}
