import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { enterCabinet, load } from '../support/steps'

/**
 * The main pages as a screen reader has them, kept as text in `accessibility-trees/`, so that a change of what is read shows
 * in review. `npx playwright test accessibility-trees --update-snapshots` writes them anew.
 */

const publicPages = { home: '/', 'sign-in': '/login' }
const cabinetPages = {
  overview: '/cabinet',
  'top-up': '/cabinet/top-up',
  operations: '/cabinet/operations',
  deposits: '/cabinet/deposits',
  'new-deposit': '/cabinet/deposits/new?currency=USDT',
  'new-withdrawal': '/cabinet/withdrawals/new',
  exchange: '/cabinet/exchange',
  partners: '/cabinet/referrals',
  notifications: '/cabinet/notifications',
  profile: '/cabinet/settings/profile',
}

test.use({ clock: 'still' })

for (const lng of ['en', 'ru'] as const)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('the main pages are read as they were', async ({ page, stack }) => {
      const isRead = async (name: string) =>
        expect
          .soft(masked(await page.locator('body').ariaSnapshot(), stack.url), name)
          .toMatchSnapshot([lng, `${name}.txt`])

      for (const [name, path] of Object.entries(publicPages)) {
        await page.goto(path)
        await isRead(name)
      }
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
      await investor.ask('POST', '/funds/payments', {
        system: 'usdt-trc20',
        amount: '50',
        wallet: tronWallet,
      })
      // The success of signing in is shown here, once: it passes by itself, sooner than a slow machine reads a page.
      await enterCabinet(page, investor)
      for (const [name, path] of Object.entries(cabinetPages)) {
        await load(page, path)
        await isRead(name)
      }
    })
  })

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
  ...['январ[ья]', 'феврал[ья]', 'марта?', 'апрел[ья]', 'ма[йя]', 'июн[ья]', 'июл[ья]', 'августа?'],
  ...['сентябр[ья]', 'октябр[ья]', 'ноябр[ья]', 'декабр[ья]'],
].join('|')
const weekdays =
  'Mon|Tue|Wed|Thu|Fri|Sat|Sun|пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|сред|четверг|пятниц|суббот|воскресень'
const year = '( \\d{4}( г\\.)?)?'
/** Letters of both alphabets, which `\b` does not know. */
const apart = '(?<![a-zа-яё])'

/** Days, figures, logins and addresses by the same marks on every day. */
function masked(tree: string, site: string): string {
  return (
    tree
      .replaceAll(site, 'SITE')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
      .replace(new RegExp(`\\d{1,2} (${months})${year}`, 'g'), 'DATE')
      .replace(new RegExp(`${apart}(${months})${year}(?![a-zа-яё])`, 'g'), 'MONTH')
      .replace(/\bkai-[\d-]+/g, 'LOGIN')
      .replace(new RegExp(`${apart}(${weekdays})[a-zа-яё]*(?=,? DATE)`, 'g'), 'WEEKDAY')
      .replace(/(?<!\[level=)\d+(?:[,.:\u00a0\u202f ]\d+)*/g, '#')
      // Which coins rose and fell, and how many did; not each has a name besides its code.
      .replace(/listitem: [A-Z]+( [\w ]+)? # USDT [+−]#\s?%/g, 'listitem: COIN')
      .replace(/(\n *)- row "[A-Z]+( [\w ]+)? # USDT [+−]#\s?%":(\1 .*)+/g, '$1- row: COIN')
      .replace(/(\n *- (listitem|row): COIN)(\1)+/g, '$1')
  )
}
