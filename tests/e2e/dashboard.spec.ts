import { expectReadableCharts } from '../support/charts'
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
        page
          .locator('main section')
          .filter({ has: page.getByRole('heading', { name: say(`cabinet:dashboard.${key}`), exact: true }) })
      const course = page.locator('#course')
      const chosen = course.getByRole('navigation').locator('[aria-current=page]')
      const { first, others, count } = periodsOf(lng)
      await expect(chosen).toHaveText(first)
      for (const { period, name } of others) {
        await course.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/cabinet\\?period=${period}#course$`))
        await expect(chosen).toHaveText(name)
        for (const table of await course.locator('table').all())
          await expect(table.locator('tbody tr'), period).toHaveCount(count)
      }
      // 700 + 3 × 3.33, in the table below the chart.
      await course.getByText(say('cabinet:dashboard.course.table')).click()
      const last = course.getByRole('table').locator('tbody tr:last-child')
      const usdt = (amount: string) => figure(`${writtenIn(lng, amount)} USDT`)
      await expect(last.getByRole('cell')).toHaveText([usdt('709.99'), usdt('300.00')])

      expect((await expectReadableCharts(page)).labels).toBeGreaterThan(1)

      // The figures of a day are read by pointing at it and by the keyboard.
      const chart = course.getByRole('slider')
      const reading = course.locator('figure')
      await expect(reading).toContainText(usdt('709.99'))
      await chart.focus()
      await page.keyboard.press('Home')
      await expect(chart).toHaveAttribute('aria-valuenow', '0')
      await expect(chart).toHaveAttribute('aria-valuetext', usdt('0.00'))
      await page.keyboard.press('ArrowRight')
      await expect(chart).toHaveAttribute('aria-valuetext', usdt('700.00'))
      await expect(reading.locator('figcaption')).toContainText(say('cabinet:dashboard.course.move.deposit'))
      const box = await chart.boundingBox()
      if (!box) throw new Error('the chart is not shown')
      await chart.blur()
      await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2)
      await expect(chart).toHaveAttribute('aria-valuenow', '4')
      const beside = page.locator('[data-radix-popper-content-wrapper]')
      await expect(beside).toContainText(usdt('709.99'))
      // The pointer can be moved onto them, and Escape takes them away wherever the focus is.
      const { x, y } = (await beside.boundingBox())! // it is shown
      await page.mouse.move(x + 2, y + 2)
      await expect(beside).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(beside).toHaveCount(0)
      await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
      await expect(beside).toHaveCount(1)
      await page.mouse.move(0, 0)
      await expect(beside).toHaveCount(0)
      await expect(reading.locator('figcaption')).toHaveText(say('cabinet:dashboard.course.worthText'))

      await course
        .page()
        .getByRole('link', { name: say('cabinet:dashboard.course.to.income') })
        .click()
      await expect(page).toHaveURL(/of=income#course$/)
      await expect(last.getByRole('cell')).toHaveText([usdt('3.33')])
      expect((await expectReadableCharts(page)).labels).toBeGreaterThan(1)
      await region('operations')
        .getByRole('link', { name: say('cabinet:dashboard.allOperations') })
        .click()
      await expect(page).toHaveURL(/\/cabinet\/operations$/)
    })
  })
