import { type Operation } from '~/contract/statement'
import { OperationTable } from '~/investments/operation-table'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'

/** The newest; without any, the page has another beginning. */
export function Operations({ operations }: { operations: Operation[] | null }) {
  const { t } = useI18n()
  return (
    <Section
      id="operations"
      title={t('cabinet:dashboard.operations')}
      aside={<Link href={paths.operations()}>{t('cabinet:dashboard.allOperations')}</Link>}
    >
      {operations === null ? <FailedPanel /> : <OperationTable operations={operations} />}
    </Section>
  )
}
