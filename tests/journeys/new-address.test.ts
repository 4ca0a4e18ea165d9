import { demoInvestor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Answer, signedIn } from '../support/visitor'

/**
 * Text browsers show the page that they know for an address again: to a browser that says no sender, each form that changes
 * something leads to an address of its own.
 */

/** What the browser is sent to after the form of a page, which is posted as it stands there with these values. */
async function ledFrom(
  page: Answer,
  mark: string,
  { cookie, values = {}, headers = {} }: { cookie: string; values?: object; headers?: object },
): Promise<string | null> {
  const { action, entries } = page.pressed(mark)
  const body = new URLSearchParams({ ...Object.fromEntries(entries as [string, string][]), ...values })
  const answer = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { Cookie: cookie, ...headers },
  })
  expect(answer.status, page.url.pathname).toBe(303)
  return answer.headers.get('Location')
}

const marked = (path: string) => new RegExp(`^${path}\\?(.*&)?changed=[\\w-]+(#.*)?$`)

test('a transfer that is played leads to its page at a new address', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const requested = await visitor.submit(await visitor.visit('/cabinet/top-up'), 'name="amount"', {
    system: 'usdt-trc20',
    amount: '400',
  })
  const { pathname } = requested.url
  const [form = ''] = requested
    .$('main form')
    .toArray()
    .map(({ attribs }) => attribs['action'] ?? '')
    .filter((action) => action.startsWith('/demo/refills/'))
  expect(form).not.toBe('')
  expect(await ledFrom(requested, `action="${form}"`, { cookie: visitor.cookie() })).toMatch(marked(pathname))
})

test('amounts that are hidden lead back to the page at a new address, with its query', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const page = await visitor.visit('/cabinet/operations?page=2')
  const to = await ledFrom(page, 'name="amounts"', { cookie: visitor.cookie() })
  expect(to).toMatch(marked('/cabinet/operations'))
  expect(to).toContain('page=2')
})

test('a profile that is saved leads to itself at a new address', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const page = await visitor.visit('/cabinet/settings/profile')
  const change = { cookie: visitor.cookie(), values: { city: 'Klaipėda' } }
  expect(await ledFrom(page, 'name="city"', change)).toMatch(marked('/cabinet/settings/profile'))
})

test('a browser that says the sender is led to the page as it is', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const page = await visitor.visit('/cabinet/operations')
  const said = { cookie: visitor.cookie(), headers: { Origin: new URL(stack.url).origin } }
  expect(await ledFrom(page, 'name="amounts"', said)).toBe('/cabinet/operations')
})
