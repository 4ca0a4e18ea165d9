import { type Movement } from '~/cases/decision-review'
import { type CallAnswer } from '~/contract/call'
import { type cases } from '~/contract/extensions/operator/cases'
import { Found } from '~/cases/found-anomalies'
import { type I18n } from '~/locale/create'
import { useI18n } from '~/locale/context'
import { compare } from '~/money/decimal'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

type PaymentCase = CallAnswer<typeof cases.payment>

/** The amount as the heading of the case says it. */
export const titleOfPayment = ({ payment }: PaymentCase, { t, amount }: Pick<I18n, 't' | 'amount'>): string =>
  t('cases:case.title.payments', {
    amount: amount(payment.amount, payment.currency ?? '', { exact: true }),
  })

/** What is asked for: exact amounts, the whole address, and how both compare with what the investor did before. */
export function PaymentFacts({ found }: { found: PaymentCase }) {
  const { t, amount, dateTime } = useI18n()
  const { payment, held } = found
  const { createdAt, expectedBy, approvedAt = null, transactionHash, reason } = payment
  const time = (at: string | null) => at && <time dateTime={at}>{dateTime(at)}</time>
  return (
    <Section id="facts" title={t('cases:case.facts')}>
      <Stack gap={4}>
        {held && (
          <Alert meaning="warning" title={t('cases:held')}>
            <Found found={held.found} />
            {held.cleared && (
              <p>{t('cases:heldCleared', { by: held.cleared.by ?? '', reason: held.cleared.reason })}</p>
            )}
          </Alert>
        )}
        <DescriptionList
          facts={[
            ...factsOf(found, { t, amount }),
            { term: t('cases:usual.label'), value: <Usual {...found} /> },
            { term: t('cases:wallet.label'), value: <WalletHistory {...found} /> },
            { term: t('cases:fact.createdAt'), value: time(createdAt) },
            { term: t('cases:fact.expectedBy'), value: time(expectedBy) },
            payment.rest && {
              term: t('cases:fact.rest'),
              value: time(payment.rest.until),
              note: t(`cases:rest.${payment.rest.reason}`),
            },
            { term: t('cases:fact.approvedAt'), value: time(approvedAt) },
            { term: t('cases:fact.hash'), value: transactionHash && <Address value={transactionHash} /> },
            { term: t('cases:fact.reason'), value: reason },
          ]}
        />
      </Stack>
    </Section>
  )
}

function factsOf(found: PaymentCase, i18n: Pick<I18n, 't' | 'amount'>): Facts {
  const { t, amount } = i18n
  const { net, currency, wallet, ...payment } = found.payment
  const value = amount(net ?? payment.amount, currency ?? '', { exact: true })
  return [
    { term: t('cases:fact.net'), value, strong: true },
    ...figuresOf(found, i18n),
    { term: t('cases:fact.wallet'), value: wallet && <Address value={wallet} /> },
  ]
}

/** The part that is read again before the decision is confirmed, beside what moves and where to. */
export function figuresOf(
  { payment, worth }: PaymentCase,
  { t, amount }: Pick<I18n, 't' | 'amount'>,
  decision?: string,
): Facts {
  const { fee, currency, network, fromUsdt } = payment
  const exact = (value: string) => amount(value, currency ?? '', { exact: true })
  // All of it goes back: nothing is paid for, or sent.
  if (decision === 'reject') return [{ term: t('cases:fact.worth'), value: amount(worth, 'USDT') }]
  return [
    { term: t('cases:fact.amount'), value: exact(payment.amount) },
    { term: t('cases:fact.worth'), value: amount(worth, 'USDT') },
    { term: t('cases:fact.fee'), value: fee && exact(fee) },
    { term: t('cases:fact.fromUsdt'), value: fromUsdt && amount(fromUsdt, 'USDT', { exact: true }) },
    { term: t('cases:fact.network'), value: network },
  ]
}

/** What a decision moves: out to the wallet, or back to the balance. */
export function movementOf(
  { payment }: PaymentCase,
  decision: string | undefined,
  { t }: Pick<I18n, 't'>,
): Movement {
  const { net, currency, wallet, owner } = payment
  const balance = t('cases:review.balanceOf', { login: owner?.login ?? '' })
  const [from, to] = [t('common:review.from'), t('common:review.to')]
  if (decision === 'reject')
    return {
      amount: { term: t('cases:fact.amount'), value: payment.amount, currency: currency ?? '' },
      from: { term: from, value: t('cases:review.request') },
      to: { term: to, value: balance },
    }
  return {
    amount: { term: t('cases:fact.net'), value: net ?? payment.amount, currency: currency ?? '' },
    from: { term: from, value: balance },
    to: { term: t('cases:fact.wallet'), value: wallet && <Address value={wallet} /> },
  }
}

function Usual({ worth, case: { investor } }: PaymentCase) {
  const { t, amount } = useI18n()
  const earlier = investor?.withdrawals
  if (!earlier || earlier.count === 0) return t('cases:usual.first')
  const values = { count: earlier.count, largest: amount(earlier.largest, 'USDT') }
  return t(compare(worth, earlier.largest) > 0 ? 'cases:usual.largest' : 'cases:usual.usual', values)
}

function WalletHistory({ wallet }: PaymentCase) {
  const { t, date } = useI18n()
  const { paid, lastPaidAt, savedSince } = wallet
  return (
    <>
      <p>
        {paid === 0 || lastPaidAt === null
          ? t('cases:wallet.new')
          : t('cases:wallet.paid', { count: paid, at: date(lastPaidAt) })}
      </p>
      {savedSince !== null && <p>{t('cases:wallet.saved', { at: date(savedSince) })}</p>}
    </>
  )
}
