import { addressesOf, operators } from '../support/areas'
import { demoOperator } from '../support/investor'
import { expect, test } from '../support/journey'
import { appearances, soundInTurns } from '../support/sound'
import { signIn } from '../support/steps'

/** Checks of every page of the operators' part, as `pages.spec.ts` makes them of the others. */

// The demonstration has a case in each queue on the day of its start only.
test.use({ clock: 'still' })

for (const { lng, colorScheme } of appearances)
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('every page of the operators’ part passes all checks', async ({ page }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      await signIn(page, demoOperator)
      const paths = await addressesOf(page, operators)
      expect(paths.length).toBeGreaterThan(40)
      for (const path of paths) await expectSound(page, path)
    })
  })
