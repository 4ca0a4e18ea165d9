import { AmountField, useChosen } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/i18n/context'
import { type I18n } from '~/i18n/create'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster } from '~/ui/layout/layout'
import { Notice } from '~/ui/notice/notice'
import { type Arrival } from './arrival.server'
import { arrivalId, Arrives } from './arrives'
import { Destination } from './destination'
import { Preconditions } from './preconditions'
import { type SavedWallet } from './wallets.server'
import { feeText, WayChoice } from './way-choice'
import { type ShownWay } from './ways.server'

interface WithdrawalFormProps {
  ways: ShownWay[]
  wallets: SavedWallet[]
  /** Chosen by the address. */
  system: string
  arrival: Arrival | null
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
      <Notice role="note" title={t('cabinet:withdrawals.new.hours', { count: longest })}>
        {t('cabinet:withdrawals.new.hoursText')}
      </Notice>
      <Preconditions ways={ways} />
      <PostForm
        action={paths.newWithdrawal()}
        lastResult={lastResult}
        submission={submission}
        defaults={{ system }}
        width="reading"
      >
        <WayChoice ways={ways} />
        <WithdrawalAmount ways={ways} />
        <Destination wallets={wallets} />
        {arrival && <Arrives {...arrival} />}
        <Cluster>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <SubmitButton
            variant="secondary"
            name="arrival"
            value="1"
            formAction={`${paths.newWithdrawal()}#${arrivalId}`}
          >
            {t('cabinet:withdrawals.arrival.submit')}
          </SubmitButton>
        </Cluster>
      </PostForm>
    </>
  )
}

/** In which currency, from what, and less which fee: those of the way that is chosen, once one is. */
function WithdrawalAmount({ ways }: { ways: readonly ShownWay[] }) {
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

function hintOf(i18n: I18n, { currency, fee }: ShownWay): string {
  const from =
    currency === 'USDT'
      ? i18n.t('cabinet:withdrawals.new.amountInUsdt')
      : i18n.t('cabinet:withdrawals.new.amountIn', { currency })
  return `${from} ${feeText(i18n, { currency, fee })}`
}
