import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '../support/in-process-journey'

const run = promisify(execFile)

const isMissing = spawnSync('curl', ['--version']).error !== undefined

test.skipIf(isMissing && !process.env['CI'])('the main path by curl alone', async ({ stack }) => {
  const { stdout } = await run('tests/curl/main-path.sh', [stack.url]).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  )
  expect(stdout).toContain('The main path holds, by curl alone.')
})
