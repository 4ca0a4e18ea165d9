import { type Logger, pino } from 'pino'
import { expect, it } from 'vitest'
import { logOptions } from './request-log'

/** The output of a log with our options. */
function written(write: (log: Logger) => void): string {
  const lines: string[] = []
  write(pino(logOptions('info'), { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

it('redacts secrets, wherever they occur', () => {
  const text = written((log) =>
    log.info({ token: 'canary-1', body: { password: 'canary-2' }, a: { b: { wallet: 'canary-3' } } }, 'x'),
  )
  expect(text).not.toContain('canary')
  expect(text.match(/\[redacted\]/g)).toHaveLength(3)
})

it('reports a failed statement without its values', () => {
  const cause = Object.assign(new Error('value too long'), { code: '22001', detail: 'Failing row: canary-1' })
  const failed = Object.assign(new Error('Failed query: insert …\nparams: canary-2', { cause }), {
    query: 'insert into users (phone) values ($1)',
    params: ['canary-3'],
  })
  const text = written((log) => log.error({ err: failed }, 'a call failed'))
  expect(text).toContain('insert into users (phone) values ($1)')
  expect(text).toContain('22001')
  expect(text).toContain('request-log.test.ts')
  expect(text).not.toContain('canary')
})
