import { AmountField, useChosen, RadioField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { boundsText } from '~/investments/bounds'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { type NetAmountPreview } from './withdrawal.server'
import { Destination } from './review'
import { type SavedWallet, type ShownPayoutMethod } from './options.server'
import { Link } from '~/ui/link/link'
import * as styles from './withdrawal-form.css'

interface WithdrawalFormProps {
  methods: ShownPayoutMethod[]
  /** How many methods could not be read. */
  leftOut?: number
  wallets: SavedWallet[]
  /** Chosen by the address. */
  system: string
  netAmount: NetAmountPreview | null
  lastResult?: LastResult | null
  submission: string
}

export function WithdrawalForm({
  methods: payoutMethods,
  leftOut,
  wallets,
  system,
  netAmount: preview,
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
  const maxHours = Math.max(...payoutMethods.map(({ hours }) => hours))
  return (
    <>
      <Alert role="note" title={t('cabinet:withdrawals.new.hours', { count: maxHours })}>
        {t('cabinet:withdrawals.new.hoursText')}
      </Alert>
      <Preconditions methods={payoutMethods} />
      <PostForm
        action={paths.newWithdrawal()}
        lastResult={lastResult}
        submission={submission}
        defaults={{ system }}
        width="reading"
      >
        <LeftOut list={{ leftOut }} />
        <PayoutMethodField methods={payoutMethods} />
        <WithdrawalAmount methods={payoutMethods} />
        <Destination wallets={wallets} />
        {preview && <NetAmount {...preview} />}
        <Cluster>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <SubmitButton
            variant="secondary"
            name="netAmount"
            value="1"
            formAction={`${paths.newWithdrawal()}#${netAmountId}`}
          >
            {t('cabinet:withdrawals.netAmount.submit')}
          </SubmitButton>
        </Cluster>
      </PostForm>
    </>
  )
}

/** Its currency, the account that pays and the fee: those of the chosen method. */
function WithdrawalAmount({ methods: payoutMethods }: { methods: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const chosen = useChosen('system')
  const method = payoutMethods.find(({ id }) => id === chosen)
  return (
    <AmountField
      name="amount"
      label={i18n.t('cabinet:withdrawals.new.amount')}
      hint={method ? hintOf(i18n, method) : i18n.t('cabinet:withdrawals.new.amountHint')}
    />
  )
}

function hintOf(i18n: I18n, { currency, fee }: ShownPayoutMethod): string {
  const from =
    currency === 'USDT'
      ? i18n.t('cabinet:withdrawals.new.amountInUsdt')
      : i18n.t('cabinet:withdrawals.new.amountIn', { currency })
  return [from, ...feeText(i18n, { currency, fee })].join(' ')
}

/** The payout methods, each with its fee, its bounds and the free balance below each other's, and what blocks it. */
function PayoutMethodField({ methods: payoutMethods }: { methods: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const choices = payoutMethods.map((method) => ({
    value: method.id,
    title: method.title,
    side: given(method.network, (network) => i18n.t('cabinet:withdrawals.new.network', { network })),
    text: (
      <>
        <Terms terms={termsOf(i18n, method)} />
        {method.unmet.map((requirement) => (
          <span key={requirement} className={styles.unmet}>
            {i18n.t(`errors:code.${requirement}_required`)}.
          </span>
        ))}
      </>
    ),
  }))
  return <RadioField name="system" label={i18n.t('cabinet:withdrawals.new.system')} choices={choices} />
}

interface Term {
  name: string
  value: string
}

/** Spans, since all of it is the label of a choice. */
function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <span className={styles.terms}>
      {terms.map(({ name, value }) => (
        <span key={name}>
          <span className={styles.name}>{`${name}: `}</span>
          <span className={styles.value}>{`${value} `}</span>
        </span>
      ))}
    </span>
  )
}

/** What is known of them. */
function termsOf(i18n: I18n, { currency, fee, free, ...known }: ShownPayoutMethod): Term[] {
  const { t, amount } = i18n
  const bounds = boundsText(i18n, known, currency)
  const feeOf = fee === undefined ? null : fee === null ? '0' : fee
  return [
    feeOf !== null && {
      name: t('cabinet:withdrawals.review.fee'),
      value: amount(feeOf, currency, { exact: true }),
    },
    bounds !== null && { name: t('cabinet:withdrawals.new.amount'), value: bounds },
    free !== null && { name: t('cabinet:withdrawals.new.balance'), value: amount(free, currency) },
  ].filter((term) => term !== false)
}

/** The fee of an amount, if it is known. */
function feeText(
  { t, amount }: I18n,
  { currency, fee }: Pick<ShownPayoutMethod, 'currency' | 'fee'>,
): string[] {
  if (fee === undefined) return []
  if (fee === null) return [t('cabinet:withdrawals.new.noFee')]
  return [t('cabinet:withdrawals.new.fee', { fee: amount(fee, currency, { exact: true }) })]
}

/** The answer's id: the page opens there, with scripts and without. */
const netAmountId = 'arrives'

function NetAmount({ currency, amount: requested, fee, net }: NetAmountPreview) {
  const { t, amount } = useI18n()
  const exact = (value: string) => amount(value, currency, { exact: true })
  if (fee === undefined || net === null) {
    return (
      <div id={netAmountId}>
        <Alert role="status" title={t('cabinet:withdrawals.netAmount.untold')}>
          {t('cabinet:withdrawals.netAmount.untoldText')}
        </Alert>
      </div>
    )
  }
  return (
    <div id={netAmountId}>
      <Alert role="status" title={t('cabinet:withdrawals.netAmount.title', { net: exact(net) })}>
        {fee === null
          ? t('cabinet:withdrawals.netAmount.noFee')
          : t('cabinet:withdrawals.netAmount.text', { amount: exact(requested), fee: exact(fee) })}
      </Alert>
    </div>
  )
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
