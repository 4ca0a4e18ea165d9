import { type Page } from '@playwright/test'
import { fileOf } from '../support/files'
import { type Investor, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { seenKeys } from '../support/keyboard'
import { signIn } from '../support/steps'
import { openVisitor, signedIn } from '../support/visitor'

/**
 * Cases of each kind, decided one after the other by keys alone. Each press is counted, typed texts are not; after each of
 * them it is seen where the focus is.
 */

test.use({ clock: 'still', cases: 'decided' })
test.describe.configure({ mode: 'default' })

/** How many of each kind; with TEST_FULL ten. */
const count = process.env['TEST_FULL'] === '1' ? 10 : 2

interface Stack {
  url: string
  backendUrl: string
}

/** A kind of cases: how they come about, and how one is decided. */
interface Kind {
  name: string
  queue: string
  make: (stack: Stack, count: number) => Promise<unknown>
  /** The presses that lead to the check page. */
  decide: (keys: Keys) => Promise<void>
  /** Presses for a case, with the one that confirms it. */
  presses: number
}

/** A keyboard that counts. */
interface Keys {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
}

const kinds: Kind[] = [
  {
    name: 'a withdrawal is approved',
    queue: 'withdrawals',
    async make({ backendUrl }, number) {
      const { ask } = await newInvestor(backendUrl, { usdt: String(30 * number) })
      for (let made = 0; made < number; made++)
        await ask('POST', '/funds/payments', { system: 'usdt-trc20', amount: '25', wallet: tronWallet })
    },
    decide: (keys) => keys.press('1', 'Enter'),
    presses: 3,
  },
  {
    name: 'a withdrawal is rejected for a usual reason',
    queue: 'withdrawals',
    make: (stack, number) => kindOf('a withdrawal is approved').make(stack, number),
    decide: (keys) => keys.press('4', 'ArrowDown', 'Control+Enter'),
    presses: 4,
  },
  {
    name: 'a withdrawal is paid out by its hash',
    queue: 'withdrawals',
    async make(stack, number) {
      await kindOf('a withdrawal is approved').make(stack, number)
      // Money goes to a new wallet a day later.
      const { ask } = await newInvestor(stack.backendUrl)
      await ask('POST', '/ext/demo/clock', { days: 2 })
    },
    async decide(keys) {
      await keys.press('3')
      await keys.type('ef'.repeat(31) + transfers++)
      await keys.press('Enter')
    },
    presses: 3,
  },
  {
    name: 'a top-up is credited',
    queue: 'top-ups',
    async make({ backendUrl }, number) {
      // Of one investor five can be open.
      for (let left = number; left > 0; left -= 5) {
        const { ask } = await newInvestor(backendUrl, { usdt: '25' })
        for (let made = 0; made < Math.min(left, 5); made++)
          await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '25' })
      }
    },
    async decide(keys) {
      await keys.press('1')
      await keys.type('25')
      await keys.press('Tab')
      await keys.type('ab'.repeat(31) + transfers++)
      await keys.press('Enter')
    },
    presses: 4,
  },
  {
    name: 'a top-up is rejected for a usual reason',
    queue: 'top-ups',
    make: (stack, number) => kindOf('a top-up is credited').make(stack, number),
    decide: (keys) => keys.press('2', 'ArrowDown', 'Control+Enter'),
    presses: 4,
  },
  {
    name: 'documents are accepted',
    queue: 'verifications',
    make: ({ url, backendUrl }, number) => newInvestors(backendUrl, number, (one) => handIn(url, one)),
    decide: (keys) => keys.press('1', 'Enter'),
    presses: 3,
  },
  {
    name: 'documents are rejected for a usual reason',
    queue: 'verifications',
    make: (stack, number) => kindOf('documents are accepted').make(stack, number),
    decide: (keys) => keys.press('2', 'ArrowDown', 'Control+Enter'),
    presses: 4,
  },
  {
    name: 'a message is answered',
    queue: 'messages?kind=message',
    async make({ backendUrl }, number) {
      const { ask } = await newInvestor(backendUrl)
      const name = 'Ona Marsh'
      for (let made = 0; made < number; made++)
        await ask('POST', '/ext/messages', { name, email: 'ona@example.org', message: `Question ${made}?` })
    },
    async decide(keys) {
      await keys.press('1')
      await keys.type('At noon.')
      await keys.press('Control+Enter')
    },
    presses: 3,
  },
  {
    name: 'an applicant is answered',
    // The demonstration's own come first, and one of them left no e-mail.
    queue: 'applications?search=Ona',
    async make({ url }, number) {
      const applicant = openVisitor(url, 'en')
      for (let made = 0; made < number; made++) {
        const form = await applicant.visit('/vacancies/intern')
        const typed = { name: `Ona ${made}`, email: 'ona@example.org', phone: `+370 612 345${10 + made}` }
        await applicant.press(form, 'name="resume"', { ...typed, resume: fileOf('pdf') })
      }
    },
    async decide(keys) {
      await keys.press('1')
      await keys.type('Come on Monday.')
      await keys.press('Control+Enter')
    },
    presses: 3,
  },
  {
    name: 'an account is deleted as its owner asks',
    queue: 'messages?kind=deletion',
    make: ({ backendUrl }, number) =>
      newInvestors(backendUrl, number, ({ ask }) => ask('POST', '/ext/account/delete', {})),
    async decide(keys) {
      await keys.press('1')
      await keys.type('As you asked.')
      await keys.press('Control+Enter')
    },
    presses: 3,
  },
  {
    name: 'a request for deletion is turned down for a usual reason',
    queue: 'messages?kind=deletion',
    make: ({ backendUrl }, number) =>
      newInvestors(backendUrl, number, ({ ask }) => ask('POST', '/ext/account/delete', {})),
    decide: (keys) => keys.press('2', 'ArrowDown', 'Control+Enter'),
    presses: 4,
  },
]

/** The kind whose cases come about in the same way. */
const kindOf = (name: string) => kinds.find((one) => one.name === name)!

/** Each transfer has a hash of its own. */
let transfers = 10

for (const { name, queue, make, decide, presses } of kinds)
  test(`${count} times ${name} by keys alone, in ${presses} presses each`, async ({ page, stack, say }) => {
    await make(stack, count)
    await signIn(page, demoOperator)
    await page.goto(`/operator/${queue}`)
    const keys = countedKeys(page)
    await keys.press('j', 'Enter')
    const found: number[] = []
    for (let decided = 0; decided < count; decided++) {
      await expect(page.locator('form#decision')).toBeVisible()
      const before = keys.pressed()
      const address = page.url()
      await decide(keys)
      await expect(page.locator('form#confirm')).toBeVisible()
      await keys.press('y')
      const isLast = decided === count - 1
      if (!isLast) await expect(page).not.toHaveURL(address)
      await expect(page.getByText(say('flash:caseDecided'))).toBeVisible()
      found.push(keys.pressed() - before)
    }
    process.stdout.write(`${name}: ${found.join(', ')} presses\n`)
    expect(found).toEqual(Array(count).fill(presses))
  })

/** Several presses one after the other. */
function countedKeys(page: Page): Keys & { pressed: () => number } {
  const { press, pressed, type } = seenKeys(page)
  return {
    async press(...keys) {
      for (const key of keys) await press(key)
    },
    type,
    pressed,
  }
}

async function newInvestors(backendUrl: string, number: number, then: (one: Investor) => Promise<unknown>) {
  for (let made = 0; made < number; made++) await then(await newInvestor(backendUrl))
}

async function handIn(url: string, investor: Investor): Promise<void> {
  const visitor = await signedIn(url, investor, 'en')
  await visitor.press(await visitor.visit('/cabinet/settings/verification'), 'name="documentNumber"', {
    ...{ fullName: 'Kai Rannik', birthDate: '1990-02-03', documentNumber: `LT ${investor.login}` },
    ...{ maritalStatus: 'single', photoDocument: fileOf('jpg') },
    ...{ photoLogin: fileOf('png'), photoWallet: fileOf('pdf') },
  })
}

test('keys work in a Cyrillic layout; a key that is held down decides nothing', async ({ page, stack }) => {
  await kindOf('a withdrawal is approved').make(stack, 1)
  await signIn(page, demoOperator)
  await page.goto('/operator/withdrawals')
  /** A press as a Russian keyboard makes it. */
  const press = (key: string, code: string, repeat = false) =>
    page.evaluate(
      (made) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', made)),
      { key, code, repeat, bubbles: true, cancelable: true },
    )
  await press('.', 'Slash')
  await expect(page.locator('#search')).toBeFocused()
  await page.locator('#search').blur()
  await press(',', 'Slash')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await press('о', 'KeyJ')
  await page.keyboard.press('Enter')
  await expect(page.locator('form#decision')).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.locator('form#confirm')).toBeVisible()
  await press('н', 'KeyY', true)
  await press('и', 'KeyB')
  await expect(page.locator('form#decision')).toBeVisible()
  // Out of the field of a decision a number chooses another one.
  await page.keyboard.press('4')
  await expect(page.locator('select[name=usual]')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('3')
  await expect(page.locator('input[name=transactionHash]')).toBeFocused()
})

test('on a wide screen the cases that wait stand beside the one that is open, and keys lead from it to the next', async ({
  page,
  stack,
  say,
}) => {
  await kindOf('a withdrawal is approved').make(stack, 2)
  await signIn(page, demoOperator)
  await page.setViewportSize({ width: 1680, height: 900 })
  await page.goto('/operator/withdrawals')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const beside = page.getByRole('navigation', { name: say('cases:case.waiting') })
  const shown = beside.locator('[aria-current=page]')
  await expect(shown).toBeVisible()
  expect(await shown.getAttribute('href')).toBe(new URL(page.url()).pathname)
  const next = await page.locator('a[rel=next]').getAttribute('href')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${next}$`))
  await expect(shown).toHaveAttribute('href', next!)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(beside).toBeHidden()
})
