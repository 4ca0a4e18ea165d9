import { quote } from '~/cases/cases.css'
import { DocumentLink } from '~/cases/document-link'
import { type Application } from '~/contract/extensions/operator/queues'
import { type I18n } from '~/locale/create'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PhoneLink } from '~/ui/phone-link/phone-link'
import { Section } from '~/ui/section/section'

/** The applicant, or the vacancy of one without a name. */
export const titleOfApplication = ({ name, vacancy }: Application, { t }: Pick<I18n, 't'>): string =>
  t('cases:case.title.applications', { name: name ?? vacancy.title ?? vacancy.id })

/** Who applies for what, with the letter and the résumé. */
export function ApplicationFacts({ application }: { application: Application }) {
  const { t, dateTime } = useI18n()
  const { vacancy, name, phone, email, message, resume, answer, createdAt } = application
  return (
    <>
      <Section id="facts" title={t('cases:case.facts')}>
        <Stack gap={4}>
          <DescriptionList
            facts={[
              {
                term: t('cases:fact.vacancy'),
                value:
                  vacancy.title === null ? (
                    vacancy.id
                  ) : (
                    <Link href={paths.vacancy(vacancy.id)}>{vacancy.title}</Link>
                  ),
              },
              { term: t('cases:fact.name'), value: name },
              { term: t('cases:fact.phone'), value: phone && <PhoneLink number={phone} /> },
              { term: t('cases:fact.email'), value: email },
              {
                term: t('cases:fact.waiting'),
                value: <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
              },
            ]}
          />
          {message !== null && (
            <div>
              <p>{t('cases:fact.letter')}</p>
              <p className={quote}>{message}</p>
            </div>
          )}
          {answer !== null && (
            <div>
              <p>{t('cases:fact.answer')}</p>
              <p className={quote}>{answer}</p>
            </div>
          )}
        </Stack>
      </Section>
      <Section id="resume" title={t('cases:fact.resume')}>
        {resume === null ? (
          <Soft>{t('cases:documents.noResume')}</Soft>
        ) : (
          <Stack gap={4}>
            <DocumentLink
              href={operatorPaths.resume(resume.id)}
              name={t('cases:fact.resume')}
              mediaType={resume.mediaType}
            />
            <Soft small>{t('cases:documents.resumeRecorded')}</Soft>
          </Stack>
        )}
      </Section>
    </>
  )
}
