import { type CallAnswer } from '~/contract/call'
import { type investors } from '~/contract/extensions/operator/investors'
import { useI18n } from '~/locale/context'
import { languageNames } from '~/locale/languages'
import { Alert } from '~/ui/alert/alert'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** What an investor will read of a change, word by word, and where; and whether another operator approves it first. */
export function ReadableTexts({
  language,
  texts,
  needsSecond,
}: CallAnswer<typeof investors.investorPreview>) {
  const { t } = useI18n()
  return (
    <Section id="reads" title={t('investors:change.reads')}>
      <Stack gap={4}>
        {needsSecond && <Alert meaning="info">{t('operator:approvals.needsSecond')}</Alert>}
        <Soft small>{t('investors:change.language', { language: languageNames[language] })}</Soft>
        {texts.map(({ places, text }) => (
          <figure key={places.join(' ')}>
            <figcaption>
              <Soft small>{places.map((place) => t(`investors:change.place.${place}`)).join(', ')}</Soft>
            </figcaption>
            <blockquote lang={language}>{text}</blockquote>
          </figure>
        ))}
      </Stack>
    </Section>
  )
}
