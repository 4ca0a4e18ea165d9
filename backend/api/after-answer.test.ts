import { expect, test } from 'vitest'
import { createAfterAnswer } from './after-answer'

test('work begins after the answer, a stop waits for it, and a failure is only logged', async () => {
  const logged: string[] = []
  const afterAnswer = createAfterAnswer({ error: (_details, message) => void logged.push(message) })
  const steps: string[] = []
  let release = () => {}
  afterAnswer.run('slow work', async () => {
    await new Promise<void>((resolve) => (release = resolve))
    steps.push('slow')
    afterAnswer.run('more work', () => Promise.resolve(void steps.push('more')))
  })
  afterAnswer.run('broken work', () => Promise.reject(new Error('out of order')))
  steps.push('answered')
  const done = afterAnswer.done().then(() => steps.push('done'))
  await Promise.resolve()
  release()
  await done
  expect(steps).toEqual(['answered', 'slow', 'more', 'done'])
  expect(logged).toEqual(['broken work: failed after the answer'])
})
