import { describe, expect, it } from 'vitest'
import { startAppOn } from '../support/in-process-app'
import { isFull } from '../support/reading-modes'
import { type Language, languages } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'
import { type Deviation, deviations, groupsOf } from '../stranger/deviations'
import { startStranger } from '../stranger/stranger'
import { failedSteps } from './money-path'
import { brokenPages, cabinetPages } from './pages'

/**
 * A third-party upstream with deviations: everyone can sign in, no page breaks, no page shows a missing
 * value, and each money form of the main path is carried out once.
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
 * Four deviations at a time, each of another part of the format, in one of the languages and on every third
 * page; with TEST_FULL each deviation alone, in both languages and on every page.
 */
const tried: [Deviation[], Language, string[]][] = isFull
  ? names.flatMap((name) =>
      languages.map((language): [Deviation[], Language, string[]] => [[name], language, pages]),
    )
  : groupsOf(names, 4).map((group, place) => [
      group,
      place % 2 === 0 ? 'en' : 'ru',
      pages.filter((_, at) => at % 3 === place % 3),
    ])

describe('a third-party upstream', () => {
  it('is tried with every deviation', () => {
    const met = new Set(tried.flatMap(([group]) => group))
    expect(names.filter((name) => !met.has(name))).toEqual([])
  })

  it.each(tried)('with %j serves its pages and the main path, in %s', async (group, language, some) => {
    const stranger = await startStranger({ deviations: group })
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
