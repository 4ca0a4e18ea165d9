import { type Verification } from '~/contract/extensions/operator/queues'
import { useI18n } from '~/locale/context'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'

/** What was typed, to be held against the documents. */
export function VerificationFacts({ verification }: { verification: Verification }) {
  const { t, date, dateTime } = useI18n()
  const { person, documentNumberMasked, submittedAt, reason } = verification
  return (
    <Section id="facts" title={t('cases:case.facts')}>
      <DescriptionList
        facts={[
          { term: t('cases:fact.name'), value: person.fullName },
          { term: t('cases:fact.birthDate'), value: person.birthDate && date(person.birthDate) },
          { term: t('cases:fact.country'), value: person.country },
          { term: t('cases:fact.city'), value: person.city },
          { term: t('cases:fact.document'), value: documentNumberMasked },
          {
            term: t('cases:fact.submittedAt'),
            value: submittedAt && <time dateTime={submittedAt}>{dateTime(submittedAt)}</time>,
          },
          { term: t('cases:fact.reason'), value: reason },
        ]}
      />
    </Section>
  )
}
