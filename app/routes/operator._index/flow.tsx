import { useI18n } from '~/locale/context'
import { Chart } from '~/ui/chart/chart'
import { Columns, Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type FlowDrawings } from './flow.server'

/** What came in and went out in each day, side by side at one scale. */
export function Flow({ days, ...sides }: FlowDrawings) {
  const { t, amount, amountInShort, day, shortDay } = useI18n()
  return (
    <Section id="flow" title={t('operator:today.flow.title')}>
      <Columns gap={6}>
        {(['in', 'out'] as const).map((side) => (
          <Chart
            key={side}
            drawing={sides[side].drawing}
            caption={t(`operator:today.flow.${side}`, {
              count: days,
              amount: amount(sides[side].total, 'USDT'),
            })}
            names={[t(`operator:today.flow.${side}Name`)]}
            at={(at) => day(String(at))}
            label={(at) => shortDay(String(at))}
            value={(value) => amount(value, 'USDT')}
            level={amountInShort}
            table={{ label: t(`operator:today.flow.${side}Table`), at: t('operator:today.flow.day') }}
          />
        ))}
      </Columns>
      <Soft small>{t('operator:today.flow.text')}</Soft>
    </Section>
  )
}
