import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeName } from '~/approvals/fact-texts'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { Notes } from '~/cases/notes'
import { notesPageIn } from '~/cases/notes-page.server'
import { answerInvestorNote } from '~/cases/work.server'
import { activityRows } from '~/identity/activity/rows.server'
import { changesFor } from '~/identity/investors/changes.server'
import { InvestorState } from '~/identity/investors/investor-state'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { Devices, Factors, Wallets } from './access'
import * as styles from './case.css'
import { Accounts, Deposits, Operations, Partners, Payments, Refills } from './money'
import { Person } from './person'
import { Inquiries, Messages, Notifications, Records } from './correspondence'
import { summaryOf } from '~/notifications/server/summary.server'

/** Undefined where there is no such investor. */
type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle = {
  title: titleBy<Data>('investors:title', ({ found }) => found.user.login),
  amounts: 'shown',
}

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'investor')
  await requireExtension(upstream, 'operator')
  const [found, { may }] = await Promise.all([
    upstream.operator.investor({ id, ...notesPageIn(context.url) }),
    operatorPermissions(upstream),
  ])
  return {
    found,
    possible: changesFor(found, may),
    activity: activityRows(context.i18n, found.activity),
    notifications: found.notifications.items.map(summaryOf),
  }
}

/** A note for other operators. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'addNote')
  await requireExtension(upstream, 'operator')
  return answerInvestorNote(context, id)
}

/** One investor with everything that the company knows and did. */
/** The parts of a long page that an operator goes to at once, by their ids. */
const parts = [
  ...(['records', 'accounts', 'operations', 'payments', 'refills', 'deposits', 'partners'] as const),
  ...(['sessions', 'activity', 'wallets', 'factors', 'notifications', 'messages'] as const),
]

export default function OperatorInvestor() {
  const { found, possible, activity, notifications } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const i18n = useI18n()
  const { t, dateTime } = i18n
  const { user, erased, withdrawalsRestUntil, notes, noteCount, proposals = [] } = found
  const {
    suspended,
    frozenSince = null,
    factorRemovalAt = null,
    contactReplacement = null,
    verification,
  } = user
  return (
    <Stack gap={6}>
      <PageHeader
        title={user.login}
        back={{ href: operatorPaths.investors(), label: t('investors:title') }}
        tag={
          <InvestorState
            suspended={suspended !== null}
            frozen={frozenSince !== null}
            erased={erased}
            verification={verification}
          />
        }
      />
      {suspended && (
        <Alert
          meaning="danger"
          title={t('investors:case.suspendedTitle', { since: dateTime(suspended.since) })}
        >
          {suspended.reason}
        </Alert>
      )}
      {frozenSince !== null && (
        <Alert meaning="warning" title={t('investors:case.frozenTitle', { since: dateTime(frozenSince) })}>
          {t('investors:case.frozenText')}
        </Alert>
      )}
      {factorRemovalAt !== null && (
        <Alert meaning="warning" title={t('investors:case.removalTitle', { at: dateTime(factorRemovalAt) })}>
          {t('investors:case.removalText')}
        </Alert>
      )}
      {contactReplacement !== null && (
        <Alert
          meaning="warning"
          title={t('investors:case.replacementTitle', { at: dateTime(contactReplacement.at) })}
        >
          {t('investors:case.replacementText', { email: contactReplacement.email })}
        </Alert>
      )}
      {proposals.map((proposal) => (
        <WaitingProposal key={proposal.id} proposal={proposal} change={changeName(proposal, i18n)} />
      ))}
      {withdrawalsRestUntil !== null && (
        <Alert title={t('investors:case.restTitle', { until: dateTime(withdrawalsRestUntil) })} />
      )}
      {possible.length > 0 && (
        <Section id="actions" title={t('investors:case.actions')}>
          <Cluster>
            {possible.map((change) => (
              <ButtonLink key={change} href={operatorPaths.changeInvestor(user.id, change)}>
                {t(`investors:do.${change}`)}
              </ButtonLink>
            ))}
          </Cluster>
        </Section>
      )}
      <nav aria-label={t('investors:case.onThisPage')}>
        <Cluster>
          {parts.map((part) => (
            <Link key={part} href={`#${part}`}>
              {t(`investors:case.${part}`)}
            </Link>
          ))}
        </Cluster>
      </nav>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Person {...found} />
        </div>
        <div className={styles.column}>
          {notes && !erased && <Notes notes={notes} noteCount={noteCount} lastResult={reply?.lastResult} />}
          <Inquiries {...found} />
          <Records {...found} />
        </div>
      </div>
      <Accounts {...found} />
      <Operations {...found} />
      <Payments {...found} />
      <Refills {...found} />
      <Deposits {...found} />
      <Partners {...found} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Devices {...found} activity={activity} />
        </div>
        <div className={styles.column}>
          <Wallets {...found} />
          <Factors {...found} />
          <Notifications items={notifications} />
          <Messages {...found} />
        </div>
      </div>
    </Stack>
  )
}
