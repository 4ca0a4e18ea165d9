import { AmountField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster } from '~/ui/layout/layout'
import { Notice } from '~/ui/notice/notice'
import { type Arrival } from './arrival.server'
import { arrivalId, Arrives } from './arrives'
import { Destination } from './destination'
import { Preconditions } from './preconditions'
import { type SavedWallet } from './wallets.server'
import { WayChoice } from './way-choice'
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
        <AmountField
          name="amount"
          label={t('cabinet:withdrawals.new.amount')}
          hint={t('cabinet:withdrawals.new.amountHint')}
        />
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
