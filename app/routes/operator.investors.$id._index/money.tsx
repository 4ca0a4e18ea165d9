import { type ReactNode } from 'react'
import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { Amount, inUsdt } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Soft, Stack, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Money } from '~/ui/money/money'
import { Section } from '~/ui/section/section'

/** The money of one investor: the accounts, and the newest entries of each list. */

type Own<Name extends keyof InvestorCase> = Pick<InvestorCase, Name>

export function Accounts({ accounts, totalInUsdt }: Own<'accounts' | 'totalInUsdt'>) {
  const { t, amount } = useI18n()
  const kinds = ['balance', 'balance_dep', 'held', 'rewards_held'] as const
  return (
    <Section id="accounts" title={t('investors:case.accounts')}>
      <Stack gap={3}>
        <Table
          caption={t('investors:case.accounts')}
          captionHidden
          rows={accounts}
          rowKey={({ currency }) => currency}
          columns={[
            {
              key: 'currency',
              label: t('investors:case.currency'),
              lead: true,
              cell: ({ currency }) => currency,
            },
            ...kinds.map((kind) => ({
              key: kind,
              label: t(`investors:case.${kind}`),
              figures: true,
              cell: (row: InvestorCase['accounts'][number]) => (
                <Amount value={row[kind]} currency={row.currency} exact />
              ),
            })),
            {
              key: 'inUsdt',
              label: t('investors:case.inUsdt'),
              figures: true,
              cell: ({ inUsdt: worth }) => given(worth, inUsdt),
            },
          ]}
        />
        <p>{t('investors:case.total', { amount: amount(totalInUsdt, 'USDT') })}</p>
      </Stack>
    </Section>
  )
}

export function Operations({ operations }: Own<'operations'>) {
  const { t, dateTime, amountParts } = useI18n()
  return (
    <Part id="operations" title={t('investors:case.operations')} {...operations}>
      <Table
        caption={t('investors:case.operations')}
        captionHidden
        rows={operations.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'type',
            label: t('investors:case.operation'),
            lead: true,
            cell: ({ type, reason }) => (
              <>
                {t(`common:operation.${type}`)}
                {reason && <Soft small>{reason}</Soft>}
              </>
            ),
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          {
            key: 'account',
            label: t('investors:case.account'),
            cell: ({ account }) => given(account, (name) => t(`common:account.${name}`)),
          },
          {
            key: 'amount',
            label: t('investors:case.amount'),
            figures: true,
            cell: ({ amount, currency, direction }) => (
              <Money parts={amountParts(amount, currency, { exact: true })} direction={direction} />
            ),
          },
          {
            key: 'after',
            label: t('investors:case.after'),
            figures: true,
            cell: ({ balanceAfter, currency }) => <Amount value={balanceAfter} currency={currency} exact />,
          },
        ]}
      />
    </Part>
  )
}

export function Payments({ payments, user }: Own<'payments' | 'user'>) {
  const { t, dateTime } = useI18n()
  return (
    <Part
      id="payments"
      title={t('investors:case.payments')}
      all={operatorPaths.withdrawals({ search: user.login })}
      {...payments}
    >
      <Table
        caption={t('investors:case.payments')}
        captionHidden
        rows={payments.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'wallet',
            label: t('investors:case.wallet'),
            lead: true,
            cell: ({ id, wallet }) => (
              <Link href={operatorPaths.withdrawal(id ?? '')}>
                {wallet === null ? id : <Address value={wallet} />}
              </Link>
            ),
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          {
            key: 'state',
            label: t('investors:case.stateOf'),
            cell: ({ status, reason }) => (
              <>
                <StateTag entry="payment" state={status} />
                {reason !== null && <Soft small>{reason}</Soft>}
              </>
            ),
          },
          {
            key: 'amount',
            label: t('investors:case.amount'),
            figures: true,
            cell: ({ amount, currency }) => <Amount value={amount} currency={currency} exact />,
          },
        ]}
      />
    </Part>
  )
}

export function Refills({ refills, user }: Own<'refills' | 'user'>) {
  const { t, dateTime } = useI18n()
  return (
    <Part
      id="refills"
      title={t('investors:case.refills')}
      all={operatorPaths.topUps({ search: user.login })}
      {...refills}
    >
      <Table
        caption={t('investors:case.refills')}
        captionHidden
        rows={refills.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'at',
            label: t('investors:case.at'),
            lead: true,
            cell: ({ id, createdAt }) => (
              <Link href={operatorPaths.topUp(id ?? '')}>
                {createdAt === null ? id : <time dateTime={createdAt}>{dateTime(createdAt)}</time>}
              </Link>
            ),
          },
          {
            key: 'state',
            label: t('investors:case.stateOf'),
            cell: ({ status }) => <StateTag entry="refill" state={status} />,
          },
          {
            key: 'asked',
            label: t('investors:case.asked'),
            figures: true,
            cell: ({ requestAmount, currency }) => <Amount value={requestAmount} currency={currency} exact />,
          },
          {
            key: 'credited',
            label: t('investors:case.credited'),
            figures: true,
            cell: ({ creditedAmount, currency }) =>
              given(creditedAmount, (value) => <Amount value={value} currency={currency} exact />),
          },
        ]}
      />
    </Part>
  )
}

export function Deposits({ deposits }: Own<'deposits'>) {
  const { t, dateTime } = useI18n()
  return (
    <Part id="deposits" title={t('investors:case.deposits')} {...deposits}>
      <Table
        caption={t('investors:case.deposits')}
        captionHidden
        rows={deposits.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'plan',
            label: t('investors:case.plan'),
            lead: true,
            cell: ({ plan, id }) => plan.title ?? id,
          },
          {
            key: 'at',
            label: t('investors:case.at'),
            cell: ({ startedAt }) => given(startedAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          {
            key: 'ends',
            label: t('investors:case.ends'),
            cell: ({ endsAt }) => given(endsAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
          {
            key: 'state',
            label: t('investors:case.stateOf'),
            cell: ({ status }) => <StateTag entry="deposit" state={status} />,
          },
          {
            key: 'amount',
            label: t('investors:case.amount'),
            figures: true,
            cell: ({ amount, currency }) => <Amount value={amount} currency={currency} exact />,
          },
          {
            key: 'accrued',
            label: t('investors:case.accrued'),
            figures: true,
            cell: ({ accrued, currency }) => <Amount value={accrued} currency={currency} />,
          },
        ]}
      />
    </Part>
  )
}

export function Partners({ user, partners, turnover }: Own<'user' | 'partners' | 'turnover'>) {
  const { t, dateTime, amount } = useI18n()
  return (
    <Part
      id="partners"
      title={t('investors:case.partners')}
      all={operatorPaths.investors({ inviter: user.id })}
      {...partners}
    >
      <Table
        caption={t('investors:case.partners')}
        captionHidden
        rows={partners.items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'login',
            label: t('investors:case.partner'),
            lead: true,
            cell: ({ id, login }) => <Link href={operatorPaths.investor(id)}>{login}</Link>,
          },
          {
            key: 'at',
            label: t('investors:case.registered'),
            cell: ({ registeredAt }) => <time dateTime={registeredAt}>{dateTime(registeredAt)}</time>,
          },
          {
            key: 'turnover',
            label: t('investors:case.turnover'),
            figures: true,
            cell: ({ turnover: opened }) => inUsdt(opened),
          },
        ]}
      />
      <Soft small>{t('investors:case.treeTurnover', { amount: amount(turnover, 'USDT') })}</Soft>
    </Part>
  )
}

interface PartProps {
  id: string
  title: string
  items: readonly unknown[]
  /** How many there are in all; absent where that is not counted. */
  total?: number
  /** The page of the whole list. */
  all?: string
  children: ReactNode
}

/** A section with the newest entries of a list, and the way to the others. */
export function Part({ id, title, items, total, all, children }: PartProps) {
  const { t, number } = useI18n()
  const label =
    total === undefined ? t('investors:case.all') : t('investors:case.allOf', { total: number(total) })
  const toAll = all !== undefined && items.length > 0 && (
    <Link href={all}>
      <VisuallyHidden>{title}: </VisuallyHidden>
      {label}
    </Link>
  )
  return (
    <Section id={id} title={title} aside={toAll}>
      {items.length === 0 ? <Soft>{t('investors:case.none')}</Soft> : <Stack gap={3}>{children}</Stack>}
    </Section>
  )
}
