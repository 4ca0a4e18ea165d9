import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { Stack } from '~/ui/layout/layout'

type Disclosures = SettingValue<'disclosures'>

/** The protections of the money, each with its guarantor and document; first what is not covered. */
export function NotCovered({ notCovered, guarantee, insurance }: Disclosures) {
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack gap={4} width="reading">
      {notCovered.length > 0 && (
        <Stack as="ul" gap={2} role={undefined}>
          {notCovered.map((text) => (
            <li key={text} lang={langOf(text)}>
              {text}
            </li>
          ))}
        </Stack>
      )}
      {guarantee && <Substantiated title={t('site:home.guarantee')} {...guarantee} />}
      {insurance && <Substantiated title={t('site:home.insurance')} {...insurance} />}
    </Stack>
  )
}

/** A claim of protection is shown only with its guarantor and the document that proves it. */
function Substantiated({
  title,
  text,
  provider,
  document,
}: NonNullable<Disclosures['guarantee']> & { title: string }) {
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack gap={2}>
      <h3>{title}</h3>
      <p lang={langOf(text)}>{text}</p>
      <p>
        {t('site:home.by', { provider })}.{' '}
        <a href={document} rel="noopener noreferrer">
          {t('site:home.document')}
        </a>
      </p>
    </Stack>
  )
}

/** Whether there is anything to show. */
export const saysSomething = ({ notCovered, guarantee, insurance }: Disclosures): boolean =>
  notCovered.length > 0 || guarantee !== null || insurance !== null
