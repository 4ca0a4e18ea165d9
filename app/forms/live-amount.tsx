import { useFetcher } from '@remix-run/react'
import { type FormEvent, type MouseEvent, useEffect, useRef } from 'react'
import { useI18n } from '~/locale/context'
import { withQuery } from '~/paths'
import { Link } from '~/ui/link/link'
import { WithoutScripts } from '~/ui/without-scripts/without-scripts'
import { SubmitButton } from './submit-button'

/** A form about an amount, where scripts run: its receipt follows what is typed. Without them a button asks for it. */

/** Marks the addresses that a script asks for the receipt of what is typed; the rest of their page stands already. */
const mark = 'live'

/** The address of a page's receipt alone. */
export const asLive = (address: string): string => withQuery(address, { [mark]: 1 })

/** Whether only the receipt is wanted: a loader then leaves out what it does not need for it. */
export const isLive = ({ searchParams }: URL): boolean => searchParams.has(mark)

/** How long nobody types before the answer is loaded. */
const pauseMs = 250

/** The values of a form by field; an empty text where nothing is chosen. */
export type Typed = (field: string) => string

/**
 * What a loader says of the fields as they are now: the server calculates it, as without scripts. `answer` is undefined
 * until something has been typed. `live` goes to the element around the fields.
 *
 * @param rendered the address that the page shows the answer of
 * @param addressOf the address for what is typed. It is called at each change, with the name of the field that has
 *   changed, or without one for what was typed before the scripts ran.
 */
export function useLiveAnswer<Loader>(
  rendered: string,
  addressOf: (typed: Typed, changed?: string) => string,
) {
  const root = useRef<HTMLDivElement>(null)
  const timer = useRef<number>()
  const { load, data: answer } = useFetcher<Loader>()

  const follow = (address: string) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => load(asLive(address)), pauseMs)
  }
  useEffect(() => {
    // What was typed before the scripts ran came without an event for them, like what a browser fills in again.
    const form = root.current?.closest('form')
    const address = form ? addressOf(typedIn(form)) : rendered
    if (address !== rendered) follow(address)
    return () => window.clearTimeout(timer.current)
    // Once: from then on events say what changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const onInput = (event: FormEvent<HTMLDivElement>) => {
    const { form, name } = event.target as HTMLInputElement
    if (form) follow(addressOf(typedIn(form), name))
  }
  return { answer, live: { ref: root, onInput } }
}

function typedIn(form: HTMLFormElement): Typed {
  const fields = new FormData(form)
  return (field) => {
    const value = fields.get(field)
    return typeof value === 'string' ? value.trim() : ''
  }
}

interface WholeBalanceProps {
  /** Null if it is not known. */
  free: string | null
  currency: string
  /** The address of the page with this amount, in the reader's digits. */
  href: (amount: string) => string
}

/**
 * All of the free balance, by one press. Where scripts run it is written into the field `amount` of the form around it,
 * so that nothing else that was typed is lost; without them the page opens with it.
 */
export function WholeBalance({ free, currency, href }: WholeBalanceProps) {
  const { t, amount, amountParts } = useI18n()
  if (!free || /^[0.]*$/.test(free)) return null
  const { integer, separator, fraction } = amountParts(free, currency, { exact: true })
  const whole = integer.replace(/\D/g, '') + separator + fraction
  return (
    <Link href={href(whole)} onClick={(event) => fillIn(event, whole)}>
      {t('common:form.whole', { amount: amount(free, currency) })}
    </Link>
  )
}

function fillIn(event: MouseEvent<HTMLElement>, amount: string): void {
  const field = event.currentTarget.closest('form')?.elements.namedItem('amount')
  if (!(field instanceof HTMLInputElement)) return
  event.preventDefault()
  field.value = amount
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** Asks for the receipt of what is typed, where no script does or has come. */
export function ReceiptButton() {
  const { t } = useI18n()
  return (
    <WithoutScripts>
      <SubmitButton variant="secondary" name="receipt" value="1">
        {t('common:action.calculate')}
      </SubmitButton>
    </WithoutScripts>
  )
}
