import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { CaseName } from './case-name'
import { queuePath } from './paths'
import { type CaseResult } from './several.server'

interface SeveralResultsPageProps {
  queue: CaseQueue
  decision: string
  results: readonly CaseResult[]
  /** Some are still to come. */
  isOpen: boolean
}

const signs = {
  done: ['checkCircle', 'success'],
  waits: ['hourglass', 'warning'],
  refused: ['cross', 'danger'],
  unknown: ['clock', 'warning'],
  absent: ['cross', 'neutral'],
} as const

/** What became of a decision on several cases. */
export function SeveralResultsPage({ queue, decision, results, isOpen }: SeveralResultsPageProps) {
  const { t } = useI18n()
  const done = results.filter(({ state }) => state === 'done' || state === 'waits').length
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cases:several.results')}
        lead={t('cases:several.resultsLead', {
          decision: t(`cases:decide.${queue}.${decision}` as TextKey),
          count: done,
          total: results.length,
        })}
        back={{ href: queuePath[queue](), label: t('cases:case.back') }}
      />
      {isOpen && (
        <Alert meaning="info" role="status">
          {t('cases:several.open')}
        </Alert>
      )}
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
            cell: ({ state, problem }) => (
              <>
                <Tag icon={signs[state][0]} meaning={signs[state][1]}>
                  {t(`cases:several.state.${state}`)}
                </Tag>
                {problem !== null && <Soft small>{problem}</Soft>}
              </>
            ),
          },
        ]}
      />
      <div>
        <ButtonLink href={queuePath[queue]()}>{t('cases:several.toQueue')}</ButtonLink>
      </div>
    </Stack>
  )
}
