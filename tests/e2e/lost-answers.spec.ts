import { randomBytes } from 'node:crypto'
import { type Page } from '@playwright/test'
import { paths } from '../../app/paths'
import { createSealer } from '../../app/session/seal.server'
import { type SubmissionTicket } from '../../app/money-forms/types'
import { type Investor, newInvestor } from '../support/investor'
import { type FaultyProxy } from '../faults/proxy'
import { expect, impatient, test } from '../support/faulty-journey'
import { type SoundInTurns, appearances, soundInTurns } from '../support/sound'
import { testSecret } from '../support/stack'
import { confirm, fact, fillIn, send, signIn } from '../support/steps'
import { type Say } from '../support/texts'
import { Answer } from '../support/visitor'

/** The page of a request whose answer was lost, with scripts and by HTML alone: its text, and the outcome after a reload. */

test.use({ product: impatient })
test.describe.configure({ mode: 'serial' })

const opening = { method: 'POST', path: /\/funds\/deposits$/ }

const outcomes = { method: 'GET', path: /\/ext\/outcomes\// }

/** Requests a deposit on Breeze whose answer is lost, and opens the page of its outcome. */
async function loseDeposit(page: Page, amount: string): Promise<void> {
  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount })
  await send(page, 'amount')
  await confirm(page)
  await expect(page).toHaveURL(/\/cabinet\/submissions\//)
}

/** Opens the same deposit by a direct call, not by the browser's form. */
const openElsewhere = (investor: Investor, amount: string) =>
  investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount })

interface DepositList {
  items: { startedAt: string }[]
}

const hourBefore = (time: string): string => new Date(Date.parse(time) - 3_600_000).toISOString()

/** From now on the upstream says that it keeps no outcomes. */
function withoutOutcomes(faulty: FaultyProxy): void {
  const extensions = { method: 'GET', path: /\/settings\/extensions$/ }
  faulty.change(extensions, (body: object) => Object.assign(body, { value: [] }))
}

interface SealedAnew {
  /** How many minutes earlier the request was sent; its ticket contains the time. */
  minutesEarlier?: number
  /** The secret by which the address is sealed. */
  secret?: string
}

/** The address of the page of the same request, sealed anew. */
async function sealedAnew(
  page: Page,
  { minutesEarlier = 0, secret = testSecret }: SealedAnew,
): Promise<string> {
  const purpose = 'submission ticket'
  const [form, key, seal = ''] = new URL(page.url()).pathname.split('/').pop()?.split('~') ?? []
  const opened = await createSealer([testSecret]).open(purpose, seal)
  const ticket = opened?.content as SubmissionTicket
  const startedAt = ticket.startedAt - minutesEarlier * 60_000
  const sealed = await createSealer([secret]).seal(purpose, { ...ticket, startedAt })
  return paths.submission([form, key, sealed].join('~'))
}

interface ShownStatus {
  heading: string
  /** The text of a status, with the time of the request filled in. */
  sentences: string[]
  /** The actions that a status offers besides the link to the list. */
  action: 'check' | 'again' | null
}

/** Checks the text of a status, also where no script runs, its actions and the page's accessibility. */
async function expectStatus(
  page: Page,
  say: Say,
  expectSound: SoundInTurns,
  { heading, sentences, action }: ShownStatus,
): Promise<void> {
  const main = page.locator('main')
  await expect(main.locator('h1')).toHaveText(say(heading))
  const sentAt = fact(page, say('cabinet:submissions.sentAt'))
  const time = (await sentAt.count()) > 0 ? await sentAt.innerText() : ''
  const plain = await withoutScripts(page)
  expect(plain.textOf('main h1')).toBe(say(heading))
  for (const sentence of sentences) {
    await expect(main).toContainText(say(sentence, { time }))
    expect(plain.text).toContain(say(sentence, { time }).replace(/\s+/g, ' '))
  }
  for (const link of ['check', 'again'])
    await expect(main.getByRole('link', { name: say(`cabinet:submissions.${link}`) })).toHaveCount(
      link === action ? 1 : 0,
    )
  const isUndecided = action === null
  await expect(main.getByRole('link', { name: say('refusals:submission.toSupport') })).toHaveCount(
    isUndecided ? 1 : 0,
  )
  await expectSound.here(page)
}

/** The same page as a browser without scripts reads it. */
async function withoutScripts(page: Page): Promise<Answer> {
  const answer = await page.request.get(page.url())
  return new Answer(answer.status(), new URL(answer.url()), await answer.text())
}

const open = { heading: 'cabinet:submissions.open', sentences: ['refusals:submission.openText'] }
const statuses = {
  open: { ...open, action: 'check' },
  unreachable: {
    ...open,
    sentences: [...open.sentences, 'refusals:submission.unreachable'],
    action: 'check',
  },
  several: { ...open, sentences: [...open.sentences, 'refusals:submission.several'], action: null },
  undated: { ...open, sentences: [...open.sentences, 'refusals:submission.undated'], action: null },
  sealed: {
    heading: 'cabinet:submissions.sealed',
    sentences: ['refusals:submission.sealedText'],
    action: null,
  },
  absent: {
    heading: 'cabinet:submissions.absent',
    sentences: ['refusals:submission.absentText'],
    action: 'again',
  },
  running: {
    heading: 'errors:code.in_progress',
    sentences: ['refusals:submission.runningText'],
    action: 'check',
  },
  refused: {
    heading: 'cabinet:submissions.refused',
    sentences: ['refusals:code.insufficient_funds', 'refusals:submission.refusedText'],
    action: 'again',
  },
  otherwise: {
    heading: 'errors:code.idempotency_mismatch',
    sentences: ['refusals:submission.otherwiseText'],
    action: 'again',
  },
} as const satisfies Record<string, ShownStatus>

for (const { lng, colorScheme } of appearances) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })
    const expectSound = soundInTurns(lng)

    test('a request unknown to the upstream is shown as pending for two minutes, then it can be repeated', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('hangs', opening)
      await loseDeposit(page, '300')
      await expectStatus(page, say, expectSound, statuses.open)

      stack.faulty.fail('answers 503', { method: 'GET', path: /\/outcomes|\/funds\/deposits/ })
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.unreachable)

      stack.faulty.heal()
      const [young, old] = [
        await sealedAnew(page, { minutesEarlier: 1 }),
        await sealedAnew(page, { minutesEarlier: 3 }),
      ]
      await page.goto(young)
      await expectStatus(page, say, expectSound, statuses.open)
      await page.goto(old)
      await expectStatus(page, say, expectSound, statuses.absent)
      await page.getByRole('link', { name: say('cabinet:submissions.again') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/new\?/)
      await expect(page.locator('main [name=planId][value=breeze]')).toBeChecked()
    })

    test('a request with two matching entries is left to its reader', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, '300')
      stack.faulty.fail('answers 503', outcomes)
      await openElsewhere(investor, '300')
      await stack.faulty.deliver()
      withoutOutcomes(stack.faulty)
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.several)
    })

    test('a request whose only matching entry may be older is left to its reader', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, '300')
      await stack.faulty.deliver()
      withoutOutcomes(stack.faulty)
      stack.faulty.change({ method: 'GET', path: /\/funds\/deposits\?/ }, (list: DepositList) => {
        for (const deposit of list.items) deposit.startedAt = hourBefore(deposit.startedAt)
        return list
      })
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.undated)
    })

    test('a request whose address can not be read any more leads to the list', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('hangs', opening)
      await loseDeposit(page, '300')
      stack.faulty.heal()
      await page.goto(await sealedAnew(page, { secret: randomBytes(32).toString('hex') }))
      await expectStatus(page, say, expectSound, statuses.sealed)
      await page
        .locator('main')
        .getByRole('link', { name: say('cabinet:submissions.toList') })
        .click()
      await expect(page).toHaveURL(/\/cabinet\/deposits$/)

      withoutOutcomes(stack.faulty)
      await page.goBack()
      await page.reload()
      await expect(page.locator('main')).toContainText(say('refusals:noRecord'))
    })

    test('a request whose id belongs to another entry leads to that entry, and is not shown as refused', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, '300')
      stack.faulty.change(outcomes, (answer: { body?: { deposit?: object } }) => {
        Object.assign(answer.body?.deposit ?? {}, { amount: '301' })
        return answer
      })
      await stack.faulty.deliver()
      await page.reload()
      await expectStatus(page, say, expectSound, statuses.otherwise)
      await expect(page.locator('main')).not.toContainText(say('refusals:submission.refusedText'))
      await page.getByRole('link', { name: say('cabinet:submissions.toMade') }).click()
      await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
    })

    test('a running request is shown as running, and a refused one with the reason', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      stack.faulty.fail('commits later, 504 now', opening)
      await loseDeposit(page, '600')
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
