import { describe, expect, it } from 'vitest'
import { type RequestContext } from '~/context'
import {
  afterSignIn,
  requireInvestor,
  requireOperator,
  requireSignedIn,
  requireVisitor,
  toSignIn,
} from './guards.server'
import { type OperatorCall } from './operator-permissions.server'
import { type SessionUser } from './vault.server'

const anna: SessionUser = { id: 'u1', login: 'anna', role: 'investor', language: 'ru', phoneConfirmed: true }
const olga: SessionUser = { ...anna, id: 'u2', login: 'olga', role: 'operator' }
const upstream = {}

interface Over {
  endedUser?: SessionUser | null
  /** Whether the browser's last sign-in was an operator's. */
  isOperators?: boolean
}

function contextOf(
  path: string,
  user: SessionUser | null,
  { endedUser = null, isOperators = false }: Over = {},
) {
  const url = new URL(path, 'https://tideline.example')
  const device = { isOperators: () => Promise.resolve(isOperators) }
  return { url, session: { user, endedUser }, device, upstream } as unknown as RequestContext
}

/** Where a guard redirects, and how; null if it lets the request pass. */
async function sentTo(guard: () => unknown) {
  try {
    await guard()
    return null
  } catch (thrown) {
    const { headers } = thrown as Response
    return { to: headers.get('Location'), isDocument: headers.has('X-Remix-Reload-Document') }
  }
}

describe('requireInvestor', () => {
  it("returns the investor and the investor's upstream", async () => {
    expect(await requireInvestor(contextOf('/cabinet', anna))).toEqual({ ...anna, upstream })
  })

  it('redirects a visitor to sign-in, with a full page load, and back here with the whole address', async () => {
    expect(
      await sentTo(() => requireInvestor(contextOf('/cabinet/operations?type=accrual&page=2', null))),
    ).toEqual({
      to: '/login?redirectTo=%2Fcabinet%2Foperations%3Ftype%3Daccrual%26page%3D2',
      isDocument: true,
    })
  })

  it("redirects an operator to the operator's part", async () => {
    expect(await sentTo(() => requireInvestor(contextOf('/cabinet', olga)))).toMatchObject({
      to: '/operator',
    })
  })

  it('reports an expired session', () => {
    const answer = toSignIn(contextOf('/cabinet', null, { endedUser: anna }))
    expect(answer.headers.get('Location')).toBe('/login?redirectTo=%2Fcabinet&ended=1')
  })

  it('redirects an investor with an unconfirmed phone to its confirmation', async () => {
    const user = { ...anna, phoneConfirmed: false }
    expect(await sentTo(() => requireInvestor(contextOf('/cabinet', user)))).toEqual({
      to: '/phone',
      isDocument: true,
    })
    expect(await sentTo(() => requireSignedIn(contextOf('/phone', user)))).toBeNull()
  })
})

describe('requireVisitor', () => {
  it('lets visitors in, and redirects a signed-in user', async () => {
    const path = '/login?redirectTo=/cabinet/deposits'
    expect(await sentTo(() => requireVisitor(contextOf(path, null)))).toBeNull()
    expect((await sentTo(() => requireVisitor(contextOf(path, anna))))?.to).toBe('/cabinet/deposits')
  })
})

describe('requireOperator', () => {
  it('returns the operator, and answers 404 to anyone else', async () => {
    expect(await requireOperator(contextOf('/operator', olga))).toEqual({ ...olga, upstream })
    for (const [user, over] of [
      [anna, { isOperators: true }],
      [null, {}],
      [null, { endedUser: anna }],
    ] as const)
      await expect(requireOperator(contextOf('/operator', user, over))).rejects.toMatchObject({ status: 404 })
  })

  it('answers 404 to an operator whose role may not make the calls of the page', async () => {
    const support = {
      settings: { get: () => Promise.resolve({ key: 'extensions', value: ['operator', 'operators'] }) },
      operator: {
        self: () => Promise.resolve({ role: 'support', calls: ['operator.payments', 'operator.users'] }),
      },
    }
    const page = (...calls: OperatorCall[]) =>
      requireOperator({ ...contextOf('/operator', olga), upstream: support } as never, ...calls)
    expect(await page()).toMatchObject(olga)
    expect(await page('payments', 'users')).toMatchObject(olga)
    await expect(page('payments', 'decidePayment')).rejects.toMatchObject({ status: 404 })
  })

  it('lets each operator see everything if the upstream has no roles', async () => {
    const roleless = { settings: { get: () => Promise.resolve({ key: 'extensions', value: ['operator'] }) } }
    const context = { ...contextOf('/operator', olga), upstream: roleless } as never
    expect(await requireOperator(context, 'decidePayment')).toMatchObject(olga)
  })

  it('leads to the sign-in from a browser whose last sign-in was an operator’s, once its cookie is gone', async () => {
    expect(
      await sentTo(() => requireOperator(contextOf('/operator/links', null, { isOperators: true }))),
    ).toEqual({ to: '/login?redirectTo=%2Foperator%2Flinks', isDocument: true })
  })

  it('leads an operator whose session has ended to the sign-in, and back', async () => {
    expect(
      await sentTo(() => requireOperator(contextOf('/operator/links', null, { endedUser: olga }))),
    ).toEqual({
      to: '/login?redirectTo=%2Foperator%2Flinks&ended=1',
      isDocument: true,
    })
  })
})

describe('afterSignIn', () => {
  it('redirects to the requested page, inside the app only', () => {
    expect(afterSignIn(contextOf('/login?redirectTo=/cabinet/top-up', null), anna)).toBe('/cabinet/top-up')
    expect(afterSignIn(contextOf('/login?redirectTo=//elsewhere.example', null), anna)).toBe('/cabinet')
    expect(afterSignIn(contextOf('/login', null), anna)).toBe('/cabinet')
  })

  it('redirects to the code first, if the phone is not confirmed', () => {
    const user = { ...anna, phoneConfirmed: false }
    expect(afterSignIn(contextOf('/login?redirectTo=/cabinet/top-up', null), user)).toBe('/phone')
  })

  it("redirects an operator to the operator's part, wherever they came from", () => {
    expect(afterSignIn(contextOf('/login?redirectTo=/cabinet/top-up', null), olga)).toBe('/operator')
  })
})
