import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { CaseName } from './case-name'
import { casePath, queuePath } from './paths'
import { type CaseResult, type CaseState } from './several-results.server'

interface SeveralResultsPageProps {
  queue: CaseQueue
  decision: string
  results: readonly CaseResult[]
  /** Some are still to come. */
  isOpen: boolean
  /** False once it is too long ago to know them. */
  isKept: boolean
}

const signs = {
  done: ['checkCircle', 'success'],
  waits: ['hourglass', 'warning'],
  refused: ['cross', 'danger'],
  unknown: ['clock', 'warning'],
  absent: ['cross', 'neutral'],
  otherwise: ['cross', 'warning'],
  unclear: ['clock', 'neutral'],
  forgotten: ['clock', 'neutral'],
} as const

/** What only the case's own page shows by now. */
const isOnItsPage = (state: CaseState) =>
  state === 'otherwise' || state === 'unclear' || state === 'forgotten'

/** What became of a decision on several cases. */
export function SeveralResultsPage({ queue, decision, results, isOpen, isKept }: SeveralResultsPageProps) {
  const { t } = useI18n()
  const done = results.filter(({ state }) => state === 'done' || state === 'waits').length
  const decided = t(`cases:decide.${queue}.${decision}` as TextKey)
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cases:several.results')}
        lead={
          isKept
            ? t('cases:several.resultsLead', { decision: decided, count: done, total: results.length })
            : decided
        }
        back={{ href: queuePath[queue](), label: t('cases:case.back') }}
      />
      {isOpen && (
        <Alert meaning="info" role="status">
          {t('cases:several.open')}
        </Alert>
      )}
      {!isKept && <Alert meaning="info">{t('cases:several.forgotten')}</Alert>}
      {results.length > 0 && (
        <Table
          caption={t('cases:several.cases')}
          captionHidden
          rows={results}
          rowKey={(row) => row.case.id}
          columns={[
            {
              key: 'case',
              label: t('cases:several.case'),
              lead: true,
              cell: (row) => <CaseName {...row.case} queue={queue} />,
            },
            {
              key: 'result',
              label: t('cases:several.result'),
              cell: ({ case: { id }, state, problem }) => (
                <>
                  <Tag icon={signs[state][0]} meaning={signs[state][1]}>
                    {t(`cases:several.state.${state}`)}
                  </Tag>
                  {problem !== null && <Soft small>{problem}</Soft>}
                  {isOnItsPage(state) && (
                    <Soft small>
                      <Link href={casePath[queue](id)}>{t('cases:several.toCase')}</Link>
                    </Soft>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      <div>
        <ButtonLink href={queuePath[queue]()}>{t('cases:several.toQueue')}</ButtonLink>
      </div>
    </Stack>
  )
}
