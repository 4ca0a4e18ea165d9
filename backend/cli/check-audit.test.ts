import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { hire, operatorContextOf } from '../../tests/support/operator-context'
import { testDatabase } from '../../tests/support/postgres'
import { recordAudit } from '../operator/audit'

test('the command prints the head of the chain, and ends with an error where the trail is broken', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const operatorId = await hire(database.db)
  const decide = (id: string) =>
    recordAudit(database.db, operatorContextOf(operatorId), { verb: 'review', kind: 'payment', id })
  async function command(...args: string[]) {
    const child = spawn(process.execPath, ['--import', 'tsx', 'backend/cli/check-audit.ts', ...args], {
      env: {
        ...{ NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: process.env.HOME },
        DATABASE_URL: database.url,
        STORAGE_SECRET: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
      },
    })
    const [out, error, ended] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code: ended[0] as number, out, error }
  }

  await decide('p1')
  await decide('p2')
  const whole = await command()
  expect(whole).toMatchObject({ code: 0, error: '' })
  const [, head = ''] = /^2 records fit\. Head: (2:[0-9a-f]{64})\n$/.exec(whole.out) ?? []
  await decide('p3')
  expect(await command('--head', head)).toMatchObject({ code: 0 })
  const other = await command('--head', `2:${'0'.repeat(64)}`)
  expect([other.code, other.error]).toEqual([1, expect.stringContaining('no longer has the head')])
  const wrong = await command('--head', 'last')
  expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining('Usage:')])

  const client = await database.pool.connect()
  await client.query("set session_replication_role = 'replica'")
  await client.query("update audit_records set action = 'payment.reject' where subject_id = 'p2'")
  client.release(true)
  const broken = await command('--head', head)
  expect(broken).toMatchObject({ code: 1, out: '' })
  expect(broken.error).toMatch(/^The audit trail is broken at 2, record \S+: changed\. 1 before it fit\.\n$/)
})
