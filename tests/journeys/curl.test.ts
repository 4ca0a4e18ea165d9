import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../support/in-process-journey'

const run = promisify(execFile)

const isMissing = spawnSync('curl', ['--version']).error !== undefined

/** What a script of `tests/curl` prints, or fails with. */
async function walk(script: string, url: string): Promise<string> {
  const { stdout } = await run(`tests/curl/${script}`, [url]).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  )
  return stdout
}

test.skipIf(isMissing && !process.env['CI'])('the main path by curl alone', async ({ stack }) => {
  expect(await walk('main-path.sh', stack.url)).toContain('The main path holds, by curl alone.')
})

test.skipIf(isMissing && !process.env['CI'])(
  'an authenticator app and recovery codes by curl alone: drift, replay, reuse, a lost phone, five wrong ones',
  async ({ stack }) => {
    expect(await walk('second-factor.sh', stack.url)).toContain('The second factor holds, by curl alone.')
  },
)
