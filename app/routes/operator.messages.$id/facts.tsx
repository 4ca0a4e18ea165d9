import { type Inquiry } from '~/contract/extensions/operator/queues'
import { type Language } from '~/contract/languages'
import { AnswerField } from '~/cases/answer-field'
import { fieldOf, quote } from '~/cases/cases.css'
import { useI18n } from '~/locale/context'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { PhoneLink } from '~/ui/phone-link/phone-link'
import { Section } from '~/ui/section/section'

export function InquiryFacts({ inquiry }: { inquiry: Inquiry }) {
  const { t, dateTime } = useI18n()
  const { name, email, phone, message, answer = null, createdAt } = inquiry
  return (
    <Section id="facts" title={t('cases:case.facts')}>
      <Stack gap={4}>
        <DescriptionList
          facts={[
            { term: t('cases:fact.name'), value: name },
            { term: t('cases:fact.email'), value: email },
            { term: t('cases:fact.phone'), value: phone && <PhoneLink number={phone} /> },
            { term: t('cases:fact.waiting'), value: <time dateTime={createdAt}>{dateTime(createdAt)}</time> },
          ]}
        />
        {message !== null && <p className={quote}>{message}</p>}
        {answer !== null && (
          <div>
            <p>{t('cases:fact.answer')}</p>
            <p className={quote}>{answer}</p>
          </div>
        )}
      </Stack>
    </Section>
  )
}

interface AnswerFieldsProps {
  inquiry: Inquiry
  language: Language
}

/** The answer to a message, where its sender gave an address. */
export function AnswerFields({ inquiry: { kind, email }, language }: AnswerFieldsProps) {
  if (kind !== 'message' || email === null) return null
  return (
    <div className={fieldOf.complete}>
      <AnswerField email={email} language={language} />
    </div>
  )
}
