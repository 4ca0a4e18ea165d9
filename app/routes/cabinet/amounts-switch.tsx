import { type FormEvent } from 'react'
import { useLocation } from '@remix-run/react'
import { postQuietly } from '~/framework/ask-own-server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import * as styles from './strip.css'

interface AmountsSwitchProps {
  formToken: string
  areHidden: boolean
  onSwitch: (areHidden: boolean) => void
}

/**
 * Shows amounts as dots, and again as figures. A form that comes back to the page; where scripts run the page stays,
 * with what was typed on it, and changes at once.
 */
export function AmountsSwitch({ formToken, areHidden, onSwitch }: AmountsSwitchProps) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  function switchHere(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void postQuietly(event.currentTarget)
    onSwitch(!areHidden)
  }
  return (
    <form method="post" action={paths.amounts()} onSubmit={switchHere}>
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="amounts" value={areHidden ? 'shown' : 'hidden'} />
      <button type="submit" className={styles.tool}>
        <Icon name={areHidden ? 'eye' : 'eyeClosed'} />
        <span className={styles.wordOnDesk}>
          {t(areHidden ? 'cabinet:frame.showAmounts' : 'cabinet:frame.hideAmounts')}
        </span>
      </button>
    </form>
  )
}
