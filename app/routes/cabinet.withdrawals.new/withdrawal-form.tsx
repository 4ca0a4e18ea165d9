import { AmountField, RowsField, useChosen } from '~/forms/fields'
import { ReceiptButton, WholeBalance, useLiveAnswer } from '~/forms/live-amount'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { boundsText } from '~/investments/bounds'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Alert } from '~/ui/alert/alert'
import { Composer, allOfItId } from '~/ui/composer/composer'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type SavedWallet, type ShownPayoutMethod } from './options.server'
import { type TypedWithdrawal, type WithdrawalReceipt } from './receipt.server'
import { Delay, Destination, Receipt } from './review'
import { type loader } from './route'

interface WithdrawalFormProps {
  methods: ShownPayoutMethod[]
  /** How many methods could not be read. */
  leftOut?: number
  wallets: SavedWallet[]
  /** By the address. */
  typed: TypedWithdrawal
  receipt: WithdrawalReceipt
  lastResult?: LastResult | null
  submission: string
}

export function WithdrawalForm({
  methods: payoutMethods,
  leftOut,
  wallets,
  typed,
  receipt: loaded,
  lastResult,
  submission,
}: WithdrawalFormProps) {
  const { t } = useI18n()
  if (payoutMethods.length === 0) {
    if (leftOut) return <LeftOut list={{ leftOut }} />
    return (
      <EmptyState title={t('cabinet:withdrawals.new.noSystems')} icon="withdraw">
        {t('cabinet:withdrawals.new.noSystemsText')}
      </EmptyState>
    )
  }
  return (
    <>
      <Preconditions methods={payoutMethods} />
      <PostForm
        action={paths.newWithdrawal()}
        lastResult={lastResult}
        submission={submission}
        defaults={{ system: typed.system, amount: typed.amount ?? '' }}
        width="full"
      >
        <LeftOut list={{ leftOut }} />
        <WithdrawalComposer methods={payoutMethods} wallets={wallets} typed={typed} receipt={loaded} />
      </PostForm>
    </>
  )
}

type ComposerProps = Pick<WithdrawalFormProps, 'methods' | 'wallets' | 'typed' | 'receipt'>

/** The amount first, in the currency of the method that is chosen, with what of it arrives. */
function WithdrawalComposer({ methods: payoutMethods, wallets, typed, receipt: loaded }: ComposerProps) {
  const i18n = useI18n()
  const { t } = i18n
  const chosen = useChosen('system')
  const method = payoutMethods.find(({ id }) => id === chosen)
  const { system, amount } = typed
  const rendered = paths.newWithdrawal({ system, amount: amount ?? '' })
  const { answer, live } = useLiveAnswer<typeof loader>(rendered, (field) =>
    paths.newWithdrawal({ system: field('system'), amount: field('amount') }),
  )
  const { problem, figures, example } = answer?.receipt ?? loaded
  return (
    <Composer
      live={live}
      amount={
        <AmountField
          name="amount"
          label={
            method
              ? t('cabinet:withdrawals.new.amountIn', { currency: method.currency })
              : t('cabinet:withdrawals.new.amount')
          }
          problem={problem ?? undefined}
          hint={method && boundsText(i18n, method, method.currency)}
          currency={method?.currency}
          describedBy={method && allOfItId}
          large
        />
      }
      all={
        method && (
          <WholeBalance
            free={method.free}
            currency={method.currency}
            href={(whole) => paths.newWithdrawal({ system: method.id, amount: whole })}
          />
        )
      }
      receipt={<Receipt figures={figures} example={example} />}
      after={<Delay hours={method?.hours ?? Math.max(...payoutMethods.map(({ hours }) => hours))} />}
      buttons={
        <>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <ReceiptButton />
        </>
      }
    >
      <PayoutMethodField methods={payoutMethods} />
      <Destination wallets={wallets} />
    </Composer>
  )
}

/** The payout methods, each with its fee and its minimum below each other's, and what blocks it. */
function PayoutMethodField({ methods: payoutMethods }: { methods: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const { t } = i18n
  const choices = payoutMethods.map((method) => ({
    value: method.id,
    title: method.title,
    side: boundsText(i18n, method, method.currency),
    aside: feeText(i18n, method),
    disabled: method.unmet.length > 0,
    reason:
      method.unmet.length > 0 &&
      method.unmet.map((requirement) => `${t(`errors:code.${requirement}_required`)}.`).join(' '),
    detail: knownOf(i18n, method).join(' '),
  }))
  return <RowsField name="system" label={t('cabinet:withdrawals.new.system')} choices={choices} />
}

/** Its network, what is free for it, and where the rest comes from. */
function knownOf({ t, amount }: I18n, { network, free, currency }: ShownPayoutMethod): string[] {
  return [
    network !== null && t('cabinet:withdrawals.new.onNetwork', { network }),
    free !== null && t('cabinet:withdrawals.new.free', { amount: amount(free, currency) }),
    currency !== 'USDT' && t('cabinet:withdrawals.receipt.sources'),
  ].filter((text) => text !== false)
}

/** Null: it is not known. */
function feeText({ t, amount }: I18n, { fee, currency }: ShownPayoutMethod): string | null {
  if (fee === undefined) return null
  if (fee === null) return t('cabinet:withdrawals.new.noFee')
  return t('cabinet:withdrawals.new.fee', { amount: amount(fee, currency, { exact: true }) })
}

type Unmet = ShownPayoutMethod['unmet'][number]

const pathOf: Record<Unmet, string> = {
  refill: paths.topUps(),
  deposit: paths.newDeposit(),
  verification: paths.settings('verification'),
}

/** Which requirements of which systems are not met, and where to meet each. */
function Preconditions({ methods: payoutMethods }: { methods: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const unmet = [...new Set(payoutMethods.flatMap((method) => method.unmet))]
  if (unmet.length === 0) return null
  return (
    <Alert meaning="warning" title={i18n.t('cabinet:withdrawals.new.unmet')}>
      <Stack as="ul" gap={1}>
        {unmet.map((requirement) => (
          <li key={requirement}>
            <Link href={pathOf[requirement]}>{i18n.t(`errors:code.${requirement}_required`)}</Link>
            {' — '}
            {i18n.t('cabinet:withdrawals.new.unmetFor', {
              systems: systemsWith(payoutMethods, requirement, i18n),
            })}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}

function systemsWith(methods: readonly ShownPayoutMethod[], requirement: Unmet, { t }: I18n): string {
  const titles = methods.filter(({ unmet }) => unmet.includes(requirement)).map(({ title }) => title)
  return titles.length === methods.length ? t('cabinet:withdrawals.new.everySystem') : titles.join(', ')
}
