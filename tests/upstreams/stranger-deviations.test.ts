import { describe, expect, it } from 'vitest'
import { startAppOn } from '../support/in-process-app'
import { isFull } from '../support/reading-modes'
import { type Language, languages } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'
import { type Deviation, deviations } from '../stranger/deviations'
import { startStranger } from '../stranger/stranger'
import { failedSteps } from './money-path'
import { brokenPages, cabinetPages } from './pages'

/**
 * A third-party upstream with one more deviation: everyone can sign in, no page breaks, and no page shows a
 * missing value.
 */

/** Deviations that lock out a user after a mistake. Their refusals are tested with the forms, and below. */
const apart: Deviation[] = [
  'sign-in-refused-400-empty',
  'sign-in-refused-422-empty',
  'wrong-password-401',
  'refusals-success-false',
  'refusals-ok-false',
]
const names = (Object.keys(deviations) as Deviation[]).filter((name) => !apart.includes(name))
const pages = ['/', '/news', ...cabinetPages]

/**
 * Each deviation in one of the languages and on every sixth page, so that each page meets each kind of
 * deviation; with TEST_FULL in both languages on every page.
 */
const tried = names.flatMap((name, place): [Deviation, Language, string[]][] =>
  isFull
    ? languages.map((language) => [name, language, pages])
    : [[name, place % 2 === 0 ? 'en' : 'ru', pages.filter((_, at) => at % 6 === place % 6)]],
)

describe('a third-party upstream', () => {
  it.each(tried)('with %s serves its pages and the main path, in %s', async (name, language, some) => {
    const stranger = await startStranger({ deviations: [name] })
    const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    try {
      const investor = await signedIn(app.url, stranger.investor, language)
      expect(await brokenPages(investor, some)).toEqual([])
      expect(await failedSteps(investor, stranger, language)).toEqual([])
    } finally {
      await app.stop()
      await stranger.close()
    }
  })

  it.each<Deviation>(['refusals-success-false', 'refusals-ok-false'])(
    'with %s refuses with a success status, and the app recognises the refusal',
    async (name) => {
      const stranger = await startStranger({ deviations: [name] })
      const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
      try {
        const visitor = openVisitor(app.url, 'en')
        const wrong = { login: stranger.investor.login, password: 'wrong-password' }
        const refused = await visitor.submit(await visitor.visit('/login'), 'name="password"', wrong)
        expect([refused.status, refused.text]).toEqual([
          422,
          expect.stringContaining('Incorrect login or password'),
        ])
        const investor = await signedIn(app.url, stranger.investor, 'en')
        expect(await brokenPages(investor, pages)).toEqual([])
        expect(await failedSteps(investor, stranger)).toEqual([])
      } finally {
        await app.stop()
        await stranger.close()
      }
    },
  )
})
