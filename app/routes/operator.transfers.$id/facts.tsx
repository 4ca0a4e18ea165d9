import { type CallAnswer } from '~/contract/call'
import { currencyScales } from '~/contract/currencies'
import { type cases } from '~/contract/extensions/operator/cases'
import { type WaitingTransfer } from '~/contract/extensions/operator/transfers'
import { fieldOf } from '~/cases/cases.css'
import { CopiedAddress } from '~/cases/copied-address'
import { type Movement } from '~/cases/decision-review'
import { NetworkTag } from '~/cases/transfer-tag'
import { useMay } from '~/cases/use-may'
import { Waits } from '~/cases/waits'
import { RadioField } from '~/forms/fields'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'

type TransferCase = CallAnswer<typeof cases.transfer>
type Candidate = TransferCase['candidates'][number]

/** The amount as the heading of the case says it; nobody knows that of a report that names no transfer. */
export const titleOfTransfer = ({ transfer }: TransferCase, { t, amount }: Pick<I18n, 't' | 'amount'>) =>
  hasReport(transfer)
    ? t('cases:transfer.reportTitle')
    : t('cases:case.title.transfers', {
        amount: amount(transfer.amount, transfer.currency, { exact: true }),
      })

/** All that is known of the transfer, and why nothing was credited by itself. */
export function TransferFacts({ transfer, now }: { transfer: WaitingTransfer; now: number }) {
  const i18n = useI18n()
  const { t, amount } = i18n
  const { problem, status, currency, network, address, owner, waitsSince, refill } = transfer
  return (
    <Section id="facts" title={t('cases:transfer.facts')}>
      <Stack gap={4}>
        <p>{t(`cases:problemText.${problem}`)}</p>
        <DescriptionList
          facts={[
            { term: t('cases:fact.problem'), value: t(`cases:problem.${problem}`), strong: true },
            { term: t('cases:transfer.report'), value: transfer.report ?? null },
            !hasReport(transfer) && {
              term: t('cases:fact.credited'),
              value: amount(transfer.amount, currency, { exact: true }),
              strong: true,
            },
            { term: t('cases:fact.network'), value: network || null },
            {
              term: t('cases:fact.address'),
              value: address === '' ? null : <CopiedAddress value={address} of="address" />,
            },
            {
              term: t('cases:fact.investor'),
              value: owner ? (
                <Link href={operatorPaths.investor(owner.id)}>{owner.login}</Link>
              ) : (
                t('cases:transfer.nobody')
              ),
            },
            ...(hasReport(transfer) ? [] : saidByNetwork(transfer, i18n)),
            {
              term: t('cases:fact.waiting'),
              value: <Waits since={waitsSince} now={now} isOpen={status === 'open'} />,
            },
            {
              term: t('cases:transfer.creditedTo'),
              value: refill && <Link href={operatorPaths.topUp(refill)}>{refill}</Link>,
            },
          ]}
        />
      </Stack>
    </Section>
  )
}

const hasReport = ({ report = null }: Pick<WaitingTransfer, 'report'>) => report !== null

function saidByNetwork(
  { transactionHash, output, state, confirmations, required, seenAt, reportedAt }: WaitingTransfer,
  { t, dateTime, number }: Pick<I18n, 't' | 'dateTime' | 'number'>,
): Facts {
  const time = (at: string) => <time dateTime={at}>{dateTime(at)}</time>
  return [
    { term: t('cases:fact.hash'), value: <CopiedAddress value={transactionHash} of="hash" /> },
    { term: t('cases:transfer.output'), value: output },
    { term: t('cases:transfer.network'), value: <NetworkTag state={state} /> },
    {
      term: t('cases:transfer.confirmations'),
      value:
        required === null
          ? number(confirmations)
          : t('cases:transfer.confirmed', { count: number(confirmations), required: number(required) }),
    },
    { term: t('cases:transfer.seenAt'), value: time(seenAt) },
    { term: t('cases:transfer.reportedAt'), value: time(reportedAt) },
  ]
}

/** Who has credited or closed it, for whoever comes to it meanwhile or later. */
export function Decided({ transfer: { status, refill, decided, closedAt } }: Pick<TransferCase, 'transfer'>) {
  const { t, dateTime } = useI18n()
  if (status === 'open' || closedAt === null) return null
  const at = dateTime(decided?.at ?? closedAt)
  const by = decided?.by ?? t('cases:case.house')
  if (status === 'credited')
    return (
      <Alert meaning="success" title={t('cases:transfer.alreadyCredited', { by, at })}>
        {refill !== null && (
          <Link href={operatorPaths.topUp(refill)}>{t('cases:transfer.toTopUp', { id: refill })}</Link>
        )}
      </Alert>
    )
  if (!decided) return <Alert meaning="info" title={t('cases:transfer.droppedMeanwhile', { at })} />
  return (
    <Alert meaning="info" title={t('cases:transfer.alreadyClosed', { by, at })}>
      {decided.reason}
    </Alert>
  )
}

/** What else can be done about it, which is not done here. */
export function Correction({ transfer }: Pick<TransferCase, 'transfer'>) {
  const { t } = useI18n()
  const mayCorrect = useMay('operator.correctBalance')
  const { owner, currency, amount, problem, status, refill, state } = transfer
  if (!owner || status !== 'open' || !mayCorrect || !(currency in currencyScales)) return null
  if (hasReport(transfer) || (state === 'dropped' && refill === null)) return null
  const direction = problem === 'taken_back' ? 'debit' : 'credit'
  const text = direction === 'debit' ? 'debitText' : refill === null ? 'creditText' : 'creditAgainText'
  return (
    <Stack gap={1}>
      <Soft>{t(`cases:transfer.${text}`)}</Soft>
      <Link href={operatorPaths.correctInvestor(owner.id, { direction, currency, amount })}>
        {t('cases:transfer.correct', { login: owner.login })}
      </Link>
    </Stack>
  )
}

/** The top-up that it is credited to, of those that it may belong to. */
export function CandidateField({ candidates, transfer }: Pick<TransferCase, 'candidates' | 'transfer'>) {
  const i18n = useI18n()
  const { t } = i18n
  if (candidates.length === 0) return null
  return (
    <div className={fieldOf.approve}>
      <RadioField
        name="refill"
        label={t('cases:decide.refill')}
        choices={candidates.map((one) => ({
          value: one.id ?? '',
          title: nameOfCandidate(one, i18n),
          side: <StateTag entry="refill" state={one.status} />,
          text: [
            one.owner.login,
            one.wallet?.toLowerCase() === transfer.address.toLowerCase()
              ? t('cases:transfer.sameAddress')
              : t('cases:transfer.otherAddress', { network: one.network ?? '' }),
            ...(one.proposal ? [t('operator:approvals.waits')] : []),
          ],
        }))}
      />
    </div>
  )
}

/** Links to the candidates: nothing but their own pages has all of them. */
export function Candidates({ candidates }: Pick<TransferCase, 'candidates'>) {
  const i18n = useI18n()
  const { t } = i18n
  return (
    <Section id="candidates" title={t('cases:transfer.candidates')}>
      {candidates.length === 0 ? (
        <Soft>{t('cases:transfer.noCandidates')}</Soft>
      ) : (
        <ul role="list">
          {candidates.map((one) => (
            <li key={one.id}>
              <Link href={operatorPaths.topUp(one.id ?? '')}>{nameOfCandidate(one, i18n)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const nameOfCandidate = (
  { requestAmount, currency, createdAt }: Candidate,
  { t, amount, dateTime }: Pick<I18n, 't' | 'amount' | 'dateTime'>,
) =>
  t('cases:transfer.candidate', {
    amount: amount(requestAmount, currency ?? '', { exact: true }),
    at: createdAt ? dateTime(createdAt) : '',
  })

/** The part that is read again before the decision is confirmed. */
export function factsOf(
  { transfer, candidates }: TransferCase,
  refill: string | undefined,
  i18n: I18n,
): Facts {
  const { t, amount } = i18n
  const chosen = candidates.find(({ id }) => id === refill)
  if (hasReport(transfer)) return [{ term: t('cases:transfer.report'), value: transfer.report ?? null }]
  return [
    {
      term: t('cases:fact.credited'),
      value: amount(transfer.amount, transfer.currency, { exact: true }),
      strong: true,
    },
    chosen !== undefined && { term: t('cases:decide.refill'), value: nameOfCandidate(chosen, i18n) },
    { term: t('cases:fact.network'), value: transfer.network },
    { term: t('cases:fact.address'), value: <Address value={transfer.address} /> },
    { term: t('cases:fact.hash'), value: <Address value={transfer.transactionHash} /> },
  ]
}

/** What a credit moves; a close moves nothing. */
export function creditOf(
  { transfer, candidates }: TransferCase,
  refill: string | undefined,
  { t }: Pick<I18n, 't'>,
): Movement | null {
  const chosen = candidates.find(({ id }) => id === refill)
  if (!chosen) return null
  return {
    amount: { term: t('cases:fact.credited'), value: transfer.amount, currency: transfer.currency },
    from: { term: t('common:review.from'), value: transfer.network },
    to: {
      term: t('common:review.to'),
      value: t('cases:review.balanceOf', { login: chosen.owner.login }),
    },
  }
}
