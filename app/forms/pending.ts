import { useFormAction, useLocation, useNavigation } from '@remix-run/react'
import { createContext, type FormEvent, useContext, useEffect, useRef, useState } from 'react'
import { keepSent } from './lost-form'

const Pending = createContext(false)

export const PendingProvider = Pending.Provider

/** Whether the form around this is on its way. */
export const usePending = () => useContext(Pending)

/**
 * Where scripts run: whether this form's post to `action` is on its way, and a guard that takes no second press. Other
 * forms of the page may post to the same address. Without scripts a second press is the server's affair: a form that
 * moves money carries its id.
 */
export function usePost(action: string | undefined) {
  const navigation = useNavigation()
  const own = useFormAction(action)
  // Once its own page answers, the form can be sent again, even while the rest of the page still loads.
  const isFree = !isOnItsWay(navigation)
  const { key } = useLocation()
  const sent = useRef(false)
  const [pressed, setPressed] = useState(false)
  // An answer may be drawn at once, on a slow device, with nothing drawn of the way there: its key is another one.
  useEffect(() => {
    if (!isFree) return
    sent.current = false
    setPressed(false)
  }, [isFree, key])

  const takeOnce = (event: FormEvent<HTMLFormElement>) => {
    if (sent.current) return event.preventDefault()
    sent.current = true
    setPressed(true)
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
