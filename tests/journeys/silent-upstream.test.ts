import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { openVisitor } from '../support/visitor'

/**
 * An upstream that accepts calls and never answers. A page that waited for it would exceed the test's time
 * limit. Public pages are served all the same. No demonstration is configured, so the app also asks the
 * upstream whether it is one.
 */

const test = journeysOn({
  demo: false,
  env: { DEMO: '0', UPSTREAM_TIMEOUT_GET_MS: '600000', UPSTREAM_TIMEOUT_PART_MS: '200' },
})

test('a hanging upstream delays no public page', async ({ stack }) => {
  stack.faulty.fail('hangs', { method: 'GET', path: /./ })
  const visitor = openVisitor(stack.url, 'en')
  for (const path of ['/', '/risk', '/login', '/register', '/register/kai-7', '/healthz'])
    expect((await visitor.visit(path)).status, path).toBe(200)
  expect((await visitor.visit('/no-such-page')).status).toBe(404)
  expect((await visitor.visit('/register/kai-7')).text).not.toContain('kai-7')
})
