import { useI18n } from '~/locale/context'
import { Band } from './band'
import { Points } from './points'

const works = ['rounds', 'trading', 'making', 'mining', 'consulting'] as const

/** Where the income of deposits comes from, each kind of work with how it can fail. */
export function HowWeEarn() {
  const { t } = useI18n()
  return (
    <Band id="earn" depth="deep" title={t('site:earn.title')} lead={t('site:earn.lead')}>
      <Points
        items={works.map((work) => ({ title: t(`site:earn.${work}`), text: t(`site:earn.${work}Text`) }))}
      />
    </Band>
  )
}
