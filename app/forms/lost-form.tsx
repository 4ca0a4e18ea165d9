import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { useI18n } from '~/locale/context'
import { lastDrawnKey } from '~/framework/refresh'
import { currentKey } from '~/framework/router-state'
import { Button } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'

/**
 * A money form, sent by script, whose answer did not reach the browser. The server may have carried it out. Sent
 * again with the same key, it returns the existing result, or is carried out if it never arrived. A password is not
 * kept; it is requested again if needed.
 */
interface SentForm {
  /** The key of the page with the form, which may have been drawn a moment later. */
  key: string
  action: string
  values: readonly (readonly [name: string, value: string])[]
}

let last: SentForm | undefined

/** Keeps the submitted form until another page is drawn; a form without a key is not kept. */
export function keepSent(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const values = [...new FormData(form, submitter)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && !/password/i.test(pair[0]),
  )
  const action = submitter?.getAttribute('formaction') ?? form.action
  const isMoney = values.some(([name]) => name === 'submission')
  last = isMoney ? { key: currentKey(), action, values } : undefined
}

/** Another page is rendered, so the form that was sent before has been answered. */
export function useForgetSent(): void {
  const { key } = useLocation()
  useEffect(() => {
    if (last?.key !== key) last = undefined
  }, [key])
}

/** The form whose answer was lost, where that is why the page could not be drawn. */
export const lostForm = () => (last?.key === lastDrawnKey() ? last : undefined)

export function SendAgain({ form }: { form: SentForm }) {
  const { t } = useI18n()
  return (
    <form method="post" action={form.action}>
      <Stack gap={4}>
        {form.values.map(([name, value], place) => (
          <input key={place} type="hidden" name={name} value={value} />
        ))}
        <div>
          <Button type="submit" variant="primary">
            {t('errors:page.sendAgain')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
