import { expect, test } from 'vitest'
import { type FailureKind, UpstreamFailure } from './failure.server'
import { panel, publicPanel } from './panel.server'

const failing = (kind: FailureKind) =>
  Promise.reject(new UpstreamFailure({ kind, call: 'user.balance', requestId: 'r', status: 500, sent: true }))

test('a part that answers has its answer', async () => {
  expect(await panel(Promise.resolve(1))).toBe(1)
})

test.each(['unavailable', 'timeout', 'bad_upstream', 'not_found', 'rate_limited', 'refused'] as const)(
  'a part that fails as %s does not fail the page',
  async (kind) => {
    expect(await panel(failing(kind))).toBeNull()
    expect(await publicPanel(failing(kind))).toBeNull()
  },
)

test.each(['unauthorized', 'forbidden'] as const)(
  'a session that is %s ends a signed-in page',
  async (kind) => {
    await expect(panel(failing(kind))).rejects.toBeInstanceOf(UpstreamFailure)
    expect(await publicPanel(failing(kind))).toBeNull()
  },
)

test('an error of our own is passed on', async () => {
  await expect(publicPanel(Promise.reject(new TypeError('ours')))).rejects.toBeInstanceOf(TypeError)
})
