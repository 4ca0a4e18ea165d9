import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { deviceName } from '~/formats/device-name'
import { type ActivityRow } from '~/identity/activity/rows.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Address } from '~/ui/address/address'
import { Soft, Stack } from '~/ui/layout/layout'
import { Table } from '~/ui/table/table'
import { Part } from './money'

/** By what the account is used: sessions and what was done in them, wallets, second factors. */

type Own<Name extends keyof InvestorCase> = Pick<InvestorCase, Name>

export function Devices({ sessions, activity }: Own<'sessions'> & { activity: readonly ActivityRow[] }) {
  const { t, dateTime } = useI18n()
  return (
    <>
      <Part id="sessions" title={t('investors:case.sessions')} items={sessions}>
        <Table
          caption={t('investors:case.sessions')}
          captionHidden
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'device',
              label: t('investors:case.device'),
              lead: true,
              cell: ({ device }) => deviceName(device ?? '') || t('investors:case.unknownDevice'),
            },
            { key: 'address', label: t('investors:case.address'), cell: ({ address }) => address },
            {
              key: 'since',
              label: t('investors:case.since'),
              cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
            },
            {
              key: 'used',
              label: t('investors:case.used'),
              cell: ({ lastUsedAt }) => <time dateTime={lastUsedAt}>{dateTime(lastUsedAt)}</time>,
            },
          ]}
        />
      </Part>
      <Part id="activity" title={t('investors:case.activity')} items={activity}>
        <Table
          caption={t('investors:case.activity')}
          captionHidden
          rows={activity}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'what',
              label: t('investors:case.what'),
              lead: true,
              cell: (row) => <What {...row} />,
            },
            {
              key: 'at',
              label: t('investors:case.at'),
              cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
            },
            {
              key: 'device',
              label: t('investors:case.device'),
              cell: ({ device, address }) => (
                <>
                  {device}
                  {address && <Soft small>{address}</Soft>}
                </>
              ),
            },
            {
              key: 'outcome',
              label: t('investors:case.outcome'),
              cell: ({ outcome }) =>
                outcome === 'unknown' ? t('common:status.unknown') : t(`investors:case.${outcome}`),
            },
          ]}
        />
      </Part>
    </>
  )
}

function What({ what, amounts, details }: ActivityRow) {
  const { amount } = useI18n()
  const figures = amounts.map(({ value, currency }) => amount(value, currency, { exact: true }))
  return (
    <Stack gap={1}>
      <span>{what}</span>
      {[figures.join(' → '), ...details].filter(Boolean).map((text) => (
        <Soft key={text} small>
          {text}
        </Soft>
      ))}
    </Stack>
  )
}

export function Wallets({ wallets }: Own<'wallets'>) {
  const { t, dateTime } = useI18n()
  return (
    <Part id="wallets" title={t('investors:case.wallets')} items={wallets}>
      <Table
        caption={t('investors:case.wallets')}
        captionHidden
        rows={wallets}
        rowKey={({ system }) => system}
        columns={[
          {
            key: 'address',
            label: t('investors:case.wallet'),
            lead: true,
            cell: ({ address, others }) => (
              <>
                <Address value={address} />
                {others > 0 && <Soft small>{t('investors:case.others', { count: others })}</Soft>}
              </>
            ),
          },
          {
            key: 'network',
            label: t('investors:case.network'),
            cell: ({ currency, network }) => [currency, network].filter(Boolean).join(', '),
          },
          {
            key: 'saved',
            label: t('investors:case.savedAt'),
            cell: ({ updatedAt }) => given(updatedAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
          },
        ]}
      />
    </Part>
  )
}

export function Factors({ factors }: Own<'factors'>) {
  const { t, dateTime } = useI18n()
  const { items, recoveryCodesLeft } = factors
  return (
    <Part id="factors" title={t('investors:case.factors')} items={items}>
      <Table
        caption={t('investors:case.factors')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', label: t('investors:case.factor'), lead: true, cell: ({ name }) => name },
          { key: 'kind', label: t('investors:case.kind'), cell: ({ kind }) => t(`security:kind.${kind}`) },
          {
            key: 'used',
            label: t('investors:case.used'),
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? (
                t('investors:case.neverUsed')
              ) : (
                <time dateTime={lastUsedAt}>{dateTime(lastUsedAt)}</time>
              ),
          },
        ]}
      />
      <Soft small>{t('investors:case.codesLeft', { count: recoveryCodesLeft })}</Soft>
    </Part>
  )
}
