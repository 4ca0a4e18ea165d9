import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { built } from './support/built'
import { backendEntry, runProgram } from './support/program'
import { startReceiver } from './support/report-receiver'

beforeAll(built)

it('the backend reports why it could not start before it ends, without the address that it was given', async () => {
  const receiver = await startReceiver()
  const program = runProgram(backendEntry, {
    DATABASE_URL: 'postgres://canary-user:canary-password@127.0.0.1:9/canary-database',
    DEMO: '1',
    SENTRY_DSN: receiver.dsn,
  })
  onTestFinished(() => program.stop())
  expect(await program.exited).toBe(1)
  const [event] = receiver.events()
  expect(event?.tags).toMatchObject({ program: 'backend', log: 'the backend could not start' })
  expect(event?.exception.values.length).toBeGreaterThan(0)
  expect(receiver.bodies.join()).not.toMatch(/canary-(user|password|database)/)
})
