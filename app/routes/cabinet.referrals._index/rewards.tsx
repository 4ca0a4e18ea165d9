import { useI18n } from '~/locale/context'
import { type HoldRule } from '~/investments/partners/rewards.server'
import { QrCode } from '~/investments/qr-code'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import * as styles from './invitation.css'
import { type InvitationLink, type HeldView } from './referrals.server'
import { type HeldReward } from '~/contract/user'
import { Amount } from '~/investments/amount'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Table } from '~/ui/table/table'

/** The referral link. */
export function Invitation({ link, qr, hold }: InvitationLink & { hold: HoldRule | null }) {
  const { t } = useI18n()
  return (
    <Section id="link" title={t('partners:link.title')}>
      <div className={styles.invitation}>
        <Stack gap={2}>
          <Cluster>
            <p className={styles.link} translate="no">
              {link}
            </p>
            <CopyButton text={link} label={t('partners:link.copy')} doneLabel={t('common:action.copied')} />
          </Cluster>
          <Soft small>{t('partners:link.risk')}</Soft>
        </Stack>
        <Disclosure isOfPhone title={t('partners:link.more')}>
          <div className={styles.more}>
            <QrCode drawing={qr} label={t('partners:link.qr')} />
            <div className={styles.text}>
              <p>{t('partners:link.text')}</p>
              {hold && (
                <>
                  <p>
                    {hold.days === null
                      ? t('partners:link.hold')
                      : t('partners:link.holdDays', { count: hold.days })}
                  </p>
                  <p>{t('partners:link.onePerson')}</p>
                </>
              )}
            </div>
          </div>
        </Disclosure>
      </div>
    </Section>
  )
}

/** How many are shown at first; a disclosure holds the rest. */
const shownAtOnce = 10

/** What partners have brought and is not free yet: each reward with the day on which it reaches the balance. */
export function HeldRewards({ held }: { held: HeldView }) {
  const { t } = useI18n()
  const { items, count, total } = held
  const [first, others] = [items.slice(0, shownAtOnce), items.slice(shownAtOnce)]
  return (
    <Section id="held" title={t('partners:held.title')}>
      {count === 0 ? (
        <EmptyState title={t('partners:held.empty')}>{t('partners:held.emptyText')}</EmptyState>
      ) : (
        <Stack gap={4}>
          <DescriptionList
            figures
            facts={[
              {
                term: t('partners:held.total'),
                value: <Amount value={total} currency="USDT" />,
                note: t('partners:held.text'),
                strong: true,
              },
            ]}
          />
          <Rewards rewards={first} caption={t('partners:held.title')} />
          {others.length > 0 && (
            <Disclosure title={t('partners:held.more', { count: others.length })}>
              <Rewards rewards={others} caption={t('partners:held.more', { count: others.length })} />
            </Disclosure>
          )}
          {count > items.length && (
            <Soft small>{t('partners:held.rest', { count: count - items.length })}</Soft>
          )}
        </Stack>
      )}
    </Section>
  )
}

function Rewards({ rewards, caption }: { rewards: readonly HeldReward[]; caption: string }) {
  const { t, date } = useI18n()
  return (
    <Table
      caption={caption}
      captionHidden
      compact
      rows={rewards}
      rowKey={({ id }) => id}
      columns={[
        { key: 'kind', label: t('partners:held.reward'), lead: true, cell: (reward) => <Kind {...reward} /> },
        {
          key: 'partner',
          label: t('partners:held.partner'),
          phone: 'note',
          cell: ({ partner }) => (
            <>
              {partner.login} · {t('partners:level', { level: partner.level })}
            </>
          ),
        },
        {
          key: 'releasesAt',
          label: t('partners:held.freeOn'),
          phone: 'endNote',
          cell: ({ releasesAt }) => <time dateTime={releasesAt}>{date(releasesAt)}</time>,
        },
        {
          key: 'amount',
          label: t('partners:held.amount'),
          figures: true,
          phone: 'figure',
          cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
        },
      ]}
    />
  )
}

function Kind({ kind, rank }: HeldReward) {
  const { t } = useI18n()
  if (kind === 'unknown') return t('partners:held.otherKind')
  return (
    <>
      {t(`common:operation.${kind}`)}
      {rank && <Soft small>{t(`partners:rank.name.${rank}`)}</Soft>}
    </>
  )
}
