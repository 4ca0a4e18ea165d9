import { type I18n } from '~/locale/create'
import { type Payment } from '~/contract/funds'
import { type WithdrawalSafety } from '~/contract/extensions/safety'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'

/** Whether the investor can withdraw now; null on an upstream that has no such rules, or can't say. */
export async function withdrawalSafetyOf(upstream: Upstream): Promise<WithdrawalSafety | null> {
  const extensions = await panel(extensionsOf(upstream))
  return extensions?.has('withdrawalSafety') ? panel(upstream.withdrawalSafety.read()) : null
}

/** Until when a withdrawal to the wallet would rest because the address is new; null: not at all, or that is not known. */
export async function walletRestOf(
  upstream: Upstream,
  which: { system: string; wallet: string },
): Promise<string | null> {
  const extensions = await panel(extensionsOf(upstream))
  if (!extensions?.has('withdrawalSafety')) return null
  return (await panel(upstream.withdrawalSafety.read(which)))?.walletRestsUntil ?? null
}

/** Why and until when the money of a withdrawal does not leave. */
export const restText = ({ t, dateTime }: I18n, { until, reason }: NonNullable<Payment['rest']>): string =>
  t(`refusals:pause.payment.${reason}`, { until: dateTime(until) })

/** What keeps the investor from any withdrawal now, in words: these texts are not among the browser's. */
export interface WithdrawalPause {
  title: string
  why: string | null
  text: string
  /** Leads to the notification of the change; null where the owner has spoken already. */
  notYou: string | null
}

/** @returns null where nothing does */
export function pauseOf({ t, dateTime }: I18n, safety: WithdrawalSafety | null): WithdrawalPause | null {
  if (safety?.frozen)
    return {
      title: t('refusals:pause.frozen'),
      why: null,
      text: t('refusals:pause.frozenText'),
      notYou: null,
    }
  if (safety?.stopped)
    return {
      title: t('refusals:pause.stopped'),
      why: null,
      text: t('refusals:pause.stoppedText'),
      notYou: null,
    }
  if (!safety?.restsUntil) return null
  return {
    title: t('refusals:pause.rest', { until: dateTime(safety.restsUntil) }),
    why: t(`refusals:pause.why.${safety.reason ?? 'unknown'}`),
    text: t('refusals:pause.restText'),
    notYou: t('refusals:pause.notYou'),
  }
}
