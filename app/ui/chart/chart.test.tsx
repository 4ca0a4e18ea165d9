import { load } from 'cheerio'
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
    level={(value) => `${value} as a level`}
    exact={(value) => `${value} in full`}
    table={{ label: 'As a table', at: 'Day' }}
  />,
)
const $ = load(html)
const drawing = $('ul').nextUntil('details')
const table = $('table')

test('is an image with labelled ends', () => {
  expect(
    drawing.filter('[aria-hidden="true"]').add(drawing.find('[aria-hidden="true"]')).length,
  ).toBeGreaterThan(0)
  const parts = drawing
    .find('*')
    .toArray()
    .map((part) => $(part).text())
  expect(parts).toEqual(
    expect.arrayContaining(['on 2026-01-01', 'on 2026-01-03', '2.5 in short', '0.5 in short']),
  )
  expect(html).not.toContain('style=')
})

test('has a table with the figures: a row for each point, a column for each series', () => {
  const cells = table
    .find('th, td')
    .toArray()
    .map((cell) => $(cell).text())
  expect(cells).toEqual([
    ...['Day', 'Balance', 'Income'],
    ...['on 2026-01-01', '1 in full', ''],
    ...['on 2026-01-03', '2.5 in full', '0.5 in full'],
  ])
  expect(table.parents().addBack().is('[aria-label="Money, USDT"]')).toBe(true)
})

test('has a legend', () => {
  const names = $('ul > li')
    .toArray()
    .map((item) => $(item).text())
  expect(names).toEqual(['Balance', 'Income'])
})
