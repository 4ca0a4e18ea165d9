import { useI18n } from '~/locale/context'
import { Columns, Stack } from '~/ui/layout/layout'
import { Band } from './band'

const places = [1, 2, 3] as const

/** Reasons for and against, at the same size. */
export function WhyUs() {
  const { t } = useI18n()
  return (
    <Band id="why" title={t('site:why.title')} lead={t('site:why.lead')}>
      <Columns gap={6}>
        {(['for', 'against'] as const).map((side) => (
          <Stack key={side} gap={3}>
            <h3>{t(`site:why.${side}`)}</h3>
            <ul>
              {places.map((place) => (
                <li key={place}>{t(`site:why.${side}${place}`)}</li>
              ))}
            </ul>
          </Stack>
        ))}
      </Columns>
    </Band>
  )
}
