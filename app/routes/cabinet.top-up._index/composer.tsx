import { type PaymentSystem } from '~/contract/settings'
import { AmountField, useChosen } from '~/forms/fields'
import { ReceiptButton, useLiveAnswer } from '~/forms/live-amount'
import { SubmitButton } from '~/forms/submit-button'
import { boundsText } from '~/investments/bounds'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Composer, Estimate } from '~/ui/composer/composer'
import { type Facts } from '~/ui/description-list/description-list'
import { Soft } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { type loader } from './route'
import { SystemChoice } from './system-choice'
import { type TopUpReceipt, type TypedTopUp } from './top-up.server'

interface TopUpComposerProps {
  systems: readonly PaymentSystem[]
  /** By the address. */
  typed: TypedTopUp
  receipt: TopUpReceipt
}

/** The amount first, in the currency of the system that is chosen, with what has to be sent. */
export function TopUpComposer({ systems, typed, receipt: loaded }: TopUpComposerProps) {
  const i18n = useI18n()
  const { t } = i18n
  const chosen = useChosen('system')
  const system = systems.find(({ id }) => id === chosen)
  const { answer, live } = useLiveAnswer<typeof loader>(
    paths.topUps({ system: typed.system, amount: typed.amount ?? '' }),
    (field) => paths.topUps({ system: field('system'), amount: field('amount') }),
  )
  const { problem, amount, example } = answer?.receipt ?? loaded
  return (
    <Composer
      live={live}
      amount={
        <AmountField
          name="amount"
          label={
            system ? t('cabinet:topUp.amountIn', { currency: system.currency }) : t('cabinet:topUp.amount')
          }
          problem={problem ?? undefined}
          hint={system && boundsText(i18n, system.refill, system.currency)}
          currency={system?.currency}
          large
        />
      }
      receipt={
        <Estimate
          title={t('cabinet:topUp.receipt.title')}
          facts={system && amount !== null ? receiptFacts(system, amount, i18n) : null}
          none={t('cabinet:topUp.receipt.none')}
          example={
            system && example !== null
              ? {
                  title: t('common:form.example', {
                    amount: i18n.amount(example, system.currency, { exact: true }),
                  }),
                  facts: receiptFacts(system, example, i18n),
                }
              : null
          }
        >
          <Soft small>{t('cabinet:topUp.receipt.note')}</Soft>
        </Estimate>
      }
      buttons={
        <>
          <SubmitButton>{t('cabinet:topUp.submit')}</SubmitButton>
          <ReceiptButton />
        </>
      }
    >
      <SystemChoice systems={systems} />
    </Composer>
  )
}

function receiptFacts(system: PaymentSystem, amount: string, { t, amountParts, duration }: I18n): Facts {
  const { currency, network, refill, payment } = system
  return [
    {
      term: t('cabinet:topUp.receipt.send'),
      value: <Money parts={amountParts(amount, currency, { exact: true })} />,
      strong: true,
    },
    { term: t('cabinet:refill.network'), value: network },
    {
      term: t('cabinet:topUp.receipt.lives'),
      value: refill.timeoutMinutes === null ? null : duration(refill.timeoutMinutes * 60_000),
    },
    payment.enabled && {
      term: t('cabinet:topUp.outWithin'),
      value: t('cabinet:topUp.hours', { count: payment.hours }),
    },
  ]
}
