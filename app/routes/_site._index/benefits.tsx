import { useI18n } from '~/locale/context'
import { Band } from './band'
import { Points } from './points'

/** @param currencies those that a deposit can be opened in now; empty where that is not known */
export function Benefits({ currencies }: { currencies: readonly string[] }) {
  const { t } = useI18n()
  const choice =
    currencies.length > 1
      ? t('site:benefits.choiceText', { currencies: currencies.join(', ') })
      : t('site:benefits.choicePlain')
  return (
    <Band id="benefits" title={t('site:benefits.title')}>
      <Points
        items={[
          { title: t('site:benefits.daily'), text: t('site:benefits.dailyText') },
          { title: t('site:benefits.choice'), text: choice },
          { title: t('site:benefits.terms'), text: t('site:benefits.termsText') },
          { title: t('site:benefits.light'), text: t('site:benefits.lightText') },
        ]}
      />
    </Band>
  )
}
