import { demoOperator } from '../support/investor'
import { expect, test } from '../support/journey'
import { pageAddresses } from '../support/routes'
import { appearances, soundInTurns } from '../support/sound'
import { signIn } from '../support/steps'
import { openVisitor } from '../support/visitor'

/** Checks of every page of the operators' part, as `pages.spec.ts` makes them of the others. */

// The demonstration has a case in each queue on the day of its start only.
test.use({ clock: 'still' })

/** A page that has an entry in its address, and the list whose first entry it is. */
const lists = [
  'withdrawals',
  'top-ups',
  'transfers',
  'verifications',
  'messages',
  'applications',
  'investors',
  'people',
  'links',
  'content/plans',
  'content/payment-systems',
  'content/subscription',
]

const settings = [
  'company',
  'contacts',
  'team',
  'vacancies',
  'faq',
  'disclosures',
  'ranks',
  'limits',
  'anomalies',
]

for (const { lng, colorScheme } of appearances)
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('every page of the operators’ part passes all checks', async ({ page, stack }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      await signIn(page, demoOperator)
      const visitor = openVisitor(stack.url, lng)
      await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
      const found = await Promise.all(
        lists.map(async (list) => {
          const path = `/operator/${list}`
          const [first] = (await visitor.visit(path)).entries(path)
          if (!first) throw new Error(`${path} has no entry`)
          return first
        }),
      )
      const plain = (await pageAddresses()).filter(
        (path) => /^\/operator(\/|$)/.test(path) && !path.includes(':'),
      )
      const paths = [
        ...plain,
        '/operator/content/news/new',
        ...found,
        ...settings.map((key) => `/operator/content/${key}`),
      ]
      expect(paths.length).toBeGreaterThan(40)
      for (const path of paths) await expectSound(page, path)
    })
  })
