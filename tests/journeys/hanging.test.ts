import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { openVisitor } from '../support/visitor'

/**
 * An upstream that takes calls and never answers, for ever as far as this journey is concerned: a page that waited
 * for what it asks would end with the journey. Public pages stand all the same. No demonstration is
 * configured, so whether one answers has to be asked too.
 */

const test = journeysOn({
  demo: false,
  env: { DEMO: '0', UPSTREAM_TIMEOUT_GET_MS: '600000', UPSTREAM_TIMEOUT_PART_MS: '200' },
})

test('a hanging upstream holds up no public page', async ({ stack }) => {
  stack.faulty.fail('hangs', { method: 'GET', path: /./ })
  const visitor = openVisitor(stack.url, 'en')
  for (const path of ['/', '/risk', '/login', '/register', '/register/kai-7', '/healthz'])
    expect((await visitor.visit(path)).status, path).toBe(200)
  expect((await visitor.visit('/no-such-page')).status).toBe(404)
  expect((await visitor.visit('/register/kai-7')).text).not.toContain('kai-7')
})
