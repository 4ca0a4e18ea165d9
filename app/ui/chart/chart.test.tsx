import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Chart } from './chart'
import { drawChart } from './drawing.server'

const html = renderToStaticMarkup(
  <Chart
    drawing={drawChart({
      series: [
        {
          points: [
            { at: '2026-01-01', value: '1' },
            { at: '2026-01-03', value: '2.5' },
          ],
        },
        { points: [{ at: '2026-01-03', value: '0.5' }] },
      ],
      levels: 1,
    })}
    caption="Money, USDT"
    names={['Balance', 'Income']}
    at={(at) => `on ${at}`}
    value={(value) => `${value} in short`}
    exact={(value) => `${value} in full`}
    table={{ label: 'As a table', at: 'Day' }}
  />,
)
const drawing = /<\/ul>(.*)<details/.exec(html)?.[1]
const table = /<table.*<\/table>/.exec(html)?.[0] ?? ''

test('is drawn for those who see, with its ends named', () => {
  expect(drawing).toContain('aria-hidden="true"')
  for (const text of ['on 2026-01-01', 'on 2026-01-03', '2.5 in short', '0.5 in short'])
    expect(drawing).toContain(`>${text}<`)
  expect(html).not.toContain('style=')
})

test('is a table for whoever wants the figures: a row for each place, a column for each series', () => {
  const cells = [...table.matchAll(/<t[hd]\b[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(cells).toEqual([
    ...['Day', 'Balance', 'Income'],
    ...['on 2026-01-01', '1 in full', ''],
    ...['on 2026-01-03', '2.5 in full', '0.5 in full'],
  ])
  expect(table).toContain('aria-label="Money, USDT"')
})

test('says which is which', () => {
  expect(/<ul.*<\/ul>/.exec(html)?.[0].replace(/<[^>]*>/g, '|')).toMatch(/Balance\|+Income/)
})
