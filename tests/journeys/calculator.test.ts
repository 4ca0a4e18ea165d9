import { expect, test } from '../support/in-process-journey'
import { openVisitor } from '../support/visitor'

/** The calculator, without a browser. */

test('a sign that HTML does not have is not sent back', async ({ stack }) => {
  const { status, html } = await openVisitor(stack.url).visit('/?amount=1%00000')
  expect(status).toBe(200)
  expect(html).not.toContain('\0')
})
