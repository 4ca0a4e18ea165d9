import { type Page } from '@playwright/test'
import { paths } from '../../app/paths'
import { createSealer } from '../../app/session/seal.server'
import { type SubmissionTicket } from '../../app/money-forms/types'
import { type Investor, newInvestor } from '../support/investor'
import { expect, impatient, test } from '../support/faulty-journey'
import { type SoundInTurns, appearances, soundInTurns } from '../support/sound'
import { testSecret } from '../support/stack'
import { confirm, fact, fillIn, send, signIn } from '../support/steps'
import { type Say } from '../support/texts'

/** The page of a request whose answer was lost, by HTML alone: what it says, and that a reload finds out. */

test.use({ product: impatient })
test.describe.configure({ mode: 'serial' })

const opening = { method: 'POST', path: /\/funds\/deposits$/ }

const outcomes = { method: 'GET', path: /\/ext\/outcomes\// }

/** Asks for a deposit on Breeze whose answer is lost, and comes to the page that finds out. */
async function loseDeposit(page: Page, say: Say, amount: string): Promise<void> {
  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount })
  await send(page, 'amount')
  await confirm(page, say)
  await expect(page).toHaveURL(/\/cabinet\/submissions\//)
}

/** The same deposit at once, by no form of the browser's. */
const openElsewhere = (investor: Investor, amount: string) =>
  investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount })

/** The page of the same request, had it been sent so many minutes earlier: its ticket says when it was. */
async function sentEarlier(page: Page, minutes: number): Promise<string> {
  const [sealer, purpose] = [createSealer([testSecret]), 'submission ticket']
  const [form, key, seal = ''] = new URL(page.url()).pathname.split('/').pop()?.split('~') ?? []
  const opened = await sealer.open(purpose, seal)
  const ticket = opened?.content as SubmissionTicket
  const startedAt = ticket.startedAt - minutes * 60_000
  return paths.submission([form, key, await sealer.seal(purpose, { ...ticket, startedAt })].join('~'))
}

interface ShownStatus {
  heading: string
  /** What is said of it, the moment of the sending filled in. */
  sentences: string[]
  /** What may be done about it besides looking at the list. */
  action: 'check' | 'again' | null
}

/** The page says these words of a standing and offers what goes with it, and is sound. */
async function expectStatus(
  page: Page,
  say: Say,
  expectSound: SoundInTurns,
  { heading, sentences, action }: ShownStatus,
): Promise<void> {
  const main = page.locator('main')
  await expect(main.locator('h1')).toHaveText(say(heading))
  const time = await fact(page, say('cabinet:submissions.sentAt')).innerText()
  for (const sentence of sentences) await expect(main).toContainText(say(sentence, { time }))
  for (const link of ['check', 'again'])
    await expect(main.getByRole('link', { name: say(`cabinet:submissions.${link}`) })).toHaveCount(
      link === action ? 1 : 0,
    )
  await expectSound.here(page)
}

const open = { heading: 'cabinet:submissions.open', sentences: ['cabinet:submissions.openText'] }
const statuses = {
  open: { ...open, action: 'check' },
  unreachable: {
    ...open,
    sentences: [...open.sentences, 'cabinet:submissions.unreachable'],
    action: 'check',
  },
  several: { ...open, sentences: [...open.sentences, 'cabinet:submissions.several'], action: null },
  absent: {
    heading: 'cabinet:submissions.absent',
    sentences: ['cabinet:submissions.absentText'],
    action: 'again',
  },
  running: {
    heading: 'errors:code.in_progress',
    sentences: ['cabinet:submissions.runningText'],
    action: 'check',
  },
  refused: {
    heading: 'cabinet:submissions.refused',
    sentences: ['refusals:code.insufficient_funds', 'cabinet:submissions.refusedText'],
    action: 'again',
  },
  otherwise: {
    heading: 'errors:code.idempotency_mismatch',
    sentences: ['cabinet:submissions.otherwiseText'],
    action: 'again',
  },
} as const satisfies Record<string, ShownStatus>

for (const { lng, colorScheme } of appearances) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })
    const expectSound = soundInTurns(lng)

    test('a request that nobody knows of is told as open for two minutes, then it may be made anew', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('hangs', opening)
      await loseDeposit(page, say, '300')
      await expectStatus(page, say, expectSound, statuses.open)

      stack.faulty.fail('answers 503', { method: 'GET', path: /\/outcomes|\/funds\/deposits/ })
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.unreachable)

      stack.faulty.heal()
      const [young, old] = [await sentEarlier(page, 1), await sentEarlier(page, 3)]
      await page.goto(young)
      await expectStatus(page, say, expectSound, statuses.open)
      await page.goto(old)
      await expectStatus(page, say, expectSound, statuses.absent)
      await page.getByRole('link', { name: say('cabinet:submissions.again') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/new\?/)
      await expect(page.locator('main [name=planId][value=breeze]')).toBeChecked()
    })

    test('a request that two entries fit is left to its reader', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '300')
      stack.faulty.fail('answers 503', outcomes)
      await openElsewhere(investor, '300')
      await stack.faulty.deliver()
      const extensions = { method: 'GET', path: /\/settings\/extensions$/ }
      stack.faulty.change(extensions, (body: object) => Object.assign(body, { value: [] }))
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.several)
    })

    test('a request whose id has made something else leads to that, and is not told as refused', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '300')
      stack.faulty.change(outcomes, (answer: { body?: { deposit?: object } }) => {
        Object.assign(answer.body?.deposit ?? {}, { amount: '301' })
        return answer
      })
      await stack.faulty.deliver()
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.otherwise)
      await expect(page.locator('main')).not.toContainText(say('cabinet:submissions.refusedText'))
      await page.getByRole('link', { name: say('cabinet:submissions.toMade') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
    })

    test('a request that is still under way is told as that, and one that was refused with the reason', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, say, '600')
      stack.faulty.change(outcomes, (body: object) => Object.assign(body, { state: 'running' }))
      await openElsewhere(investor, '600')
      await stack.faulty.deliver()
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.running)

      stack.faulty.heal()
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.refused)
      expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(1)
    })
  })
}
