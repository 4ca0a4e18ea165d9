import { periodsOf, threeDaysAfterOpening } from '../support/dashboard'
import { expect, test } from '../support/journey'
import { scriptedLanguages } from '../support/reading-modes'
import { enterCabinet, figure } from '../support/steps'
import { writtenIn } from '../support/texts'

/** The overview with scripts on; `tests/journeys/dashboard.test.ts` tests its figures. */

for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('shows the chart for the chosen number of days, marks the choice, and links to the statement', async ({
      page,
      stack,
      say,
    }) => {
      await enterCabinet(page, await threeDaysAfterOpening(stack.backendUrl))

      const region = (key: string) =>
        page.getByRole('region', { name: say(`cabinet:dashboard.${key}`), exact: true })
      const course = region('course.title')
      const chosen = course.getByRole('navigation').locator('[aria-current=page]')
      const { first, others } = periodsOf(lng)
      await expect(chosen).toHaveText(first)
      for (const { period, name, count } of others) {
        await course.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/cabinet\\?period=${period}#course$`))
        await expect(chosen).toHaveText(name)
        for (const table of await course.locator('table').all())
          await expect(table.locator('tbody tr'), period).toHaveCount(count)
      }
      // 700 − 300 + 3 × 3.33, in the table below each chart.
      for (const table of ['balanceTable', 'incomeTable'])
        await course.getByText(say(`cabinet:dashboard.course.${table}`)).click()
      const last = course.getByRole('table').locator('tbody tr:last-child')
      const usdt = (amount: string) => figure(`${writtenIn(lng, amount)} USDT`)
      await expect(last.nth(0).getByRole('cell')).toHaveText([usdt('409.99'), usdt('300.00')])
      await expect(last.nth(1).getByRole('cell')).toHaveText([usdt('3.33')])
      await region('operations')
        .getByRole('link', { name: say('cabinet:dashboard.allOperations') })
        .click()
      await expect(page).toHaveURL(/\/cabinet\/operations$/)
    })
  })
