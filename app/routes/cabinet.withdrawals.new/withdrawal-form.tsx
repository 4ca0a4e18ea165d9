import { AmountField, useChosen } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { type NetAmountPreview } from './net-amount.server'
import { netAmountId, NetAmount } from './net-amount'
import { Destination } from './destination'
import { Preconditions } from './preconditions'
import { type SavedWallet } from './wallets.server'
import { feeText, PayoutMethodField } from './payout-method-field'
import { type ShownPayoutMethod } from './payout-methods.server'

interface WithdrawalFormProps {
  ways: ShownPayoutMethod[]
  wallets: SavedWallet[]
  /** Chosen by the address. */
  system: string
  arrival: NetAmountPreview | null
  lastResult?: LastResult | null
  submission: string
}

export function WithdrawalForm({
  ways,
  wallets,
  system,
  arrival,
  lastResult,
  submission,
}: WithdrawalFormProps) {
  const { t } = useI18n()
  if (ways.length === 0) {
    return (
      <EmptyState title={t('cabinet:withdrawals.new.noSystems')} icon="withdraw">
        {t('cabinet:withdrawals.new.noSystemsText')}
      </EmptyState>
    )
  }
  const longest = Math.max(...ways.map(({ hours }) => hours))
  return (
    <>
      <Alert role="note" title={t('cabinet:withdrawals.new.hours', { count: longest })}>
        {t('cabinet:withdrawals.new.hoursText')}
      </Alert>
      <Preconditions ways={ways} />
      <PostForm
        action={paths.newWithdrawal()}
        lastResult={lastResult}
        submission={submission}
        defaults={{ system }}
        width="reading"
      >
        <PayoutMethodField ways={ways} />
        <WithdrawalAmount ways={ways} />
        <Destination wallets={wallets} />
        {arrival && <NetAmount {...arrival} />}
        <Cluster>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <SubmitButton
            variant="secondary"
            name="arrival"
            value="1"
            formAction={`${paths.newWithdrawal()}#${netAmountId}`}
          >
            {t('cabinet:withdrawals.arrival.submit')}
          </SubmitButton>
        </Cluster>
      </PostForm>
    </>
  )
}

/** In which currency, from what, and less which fee: those of the way that is chosen, once one is. */
function WithdrawalAmount({ ways }: { ways: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const chosen = useChosen('system')
  const way = ways.find(({ id }) => id === chosen)
  return (
    <AmountField
      name="amount"
      label={i18n.t('cabinet:withdrawals.new.amount')}
      hint={way ? hintOf(i18n, way) : i18n.t('cabinet:withdrawals.new.amountHint')}
    />
  )
}

function hintOf(i18n: I18n, { currency, fee }: ShownPayoutMethod): string {
  const from =
    currency === 'USDT'
      ? i18n.t('cabinet:withdrawals.new.amountInUsdt')
      : i18n.t('cabinet:withdrawals.new.amountIn', { currency })
  return `${from} ${feeText(i18n, { currency, fee })}`
}
