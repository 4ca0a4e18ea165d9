import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { tsImport } from 'tsx/esm/api'

/**
 * `npm test`: everything CI runs, on a machine after `npm ci`. It looks for a Chromium (and installs one if
 * needed), a PostgreSQL and a Redis, prints what it found and which tests are skipped without it, runs each
 * step to its end even when an earlier one failed, and ends with the slowest files and one line of numbers.
 * `--full` runs whole matrices and long random runs instead of pairs and short ones. `--check` (`npm run
 * check`) runs only the short part: what needs no build, no browser, and no server but a database.
 */
const { findOrInstallChromium, chromiumVersion } = await tsImport('./support/chromium.ts', import.meta.url)
const { embeddedVersion, findServices } = await tsImport('./support/services.ts', import.meta.url)
const { missingRelease, releasedRevision } = await tsImport('./support/release.ts', import.meta.url)
const { hasTextBrowser } = await tsImport('./support/text-browser.ts', import.meta.url)

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'tideline-reports-'))
const numbers = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** Failed tests, by file and title, and the beginning of each error, repeated at the end of the output. */
const names = []
/** How long each test file took, in milliseconds. */
const durations = new Map()
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const isFull = process.argv.includes('--full')
const isCheck = process.argv.includes('--check')

const environment = await describeMachine()
await Promise.all([
  // The linter needs the types of the whole program anyway: that it reports their errors too costs a third of `tsc`.
  runStage('types and lint', 'oxlint', ['--type-check']),
  ...(isFull ? [runStage('types', 'tsc', ['--noEmit'])] : []),
  runStage('format', 'oxfmt', ['--check']),
  ...(isCheck ? [] : [runStage('build', 'node', ['scripts/build.mjs'])]),
])
await unitTests(isCheck ? ['--project=units'] : [])
if (!isCheck) await journeys()
close()

/** Finds the tools of the machine, prints them, and builds the environment of the steps. */
async function describeMachine() {
  const chromium = isCheck ? null : findOrInstallChromium(say)
  const { database, redisUrl } = await findServices()
  say(`Node: ${process.versions.node}`)
  if (chromium) say(`Chromium: ${chromiumVersion(chromium.path)}, from ${chromium.origin}`)
  else if (!isCheck)
    say('Chromium: none, and none could be installed. Install one, or name it by CHROMIUM_PATH')
  say(
    database
      ? `PostgreSQL: ${database.version}, beside the embedded ${embeddedVersion()}`
      : `PostgreSQL: none that would do, left out: the tests on another than the embedded ${embeddedVersion()}`,
  )
  say(redisUrl ? 'Redis: found' : 'Redis: none, left out: the tests of several instances that share one')
  // CI has all of them, so a missing one is a failure there.
  if (process.env.CI && !(database && redisUrl)) count('the servers of CI', { failed: 1 })
  if (spawnSync('promtool', ['--version']).status !== 0) {
    say('promtool: none, left out: the linters of the alerts and the dashboard')
    if (process.env.CI) count('promtool', { failed: 1 })
  }
  if (spawnSync('caddy', ['version']).status !== 0 && !isCheck) {
    say('caddy: none, left out: the proxy of compose.yaml as it runs')
    if (process.env.CI) count('caddy', { failed: 1 })
  }
  if (!releasedRevision && !isCheck)
    say(`${missingRelease}, left out: the last release beside this one (UPGRADE_FROM names another commit)`)
  if (!hasTextBrowser && !isCheck) say('w3m: none, left out: the journeys through a text browser')

  const { DATABASE_URL_TEST: _database, REDIS_URL_TEST: _redis, ...rest } = process.env
  return {
    ...rest,
    ...(database && { DATABASE_URL_TEST: database.url }),
    ...(redisUrl && { REDIS_URL_TEST: redisUrl }),
    ...(chromium && { CHROMIUM_PATH: chromium.path }),
    ...(isFull && { TEST_FULL: '1' }),
    ...(!isCheck && { TEST_WHOLE: '1' }),
  }
}

async function unitTests(args) {
  const report = join(reports, 'vitest.json')
  const { code } = await run('vitest', [
    'run',
    ...args,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const result = readReport(report)
  if (!result) return count('unit tests', { failed: 1 })
  // A file that failed before its first test has no test to count.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  )
  const failed = result.numFailedTests + broken.length
  const tests = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  )
  for (const { file, fullName, failureMessages } of tests.filter(({ status }) => status === 'failed'))
    names.push(`${file}: ${fullName}`, ...firstLines(failureMessages[0]))
  for (const { name } of broken) names.push(relative(root, name))
  for (const { name, startTime, endTime } of result.testResults)
    durations.set(relative(root, name), endTime - startTime)
  count('unit tests', {
    passed: result.numPassedTests,
    failed: failed || (code === 0 ? 0 : 1),
    skipped: result.numPendingTests + result.numTodoTests,
  })
}

async function journeys() {
  if (!environment.CHROMIUM_PATH) return count('journeys', { failed: 1 })
  const report = join(reports, 'playwright.json')
  const { code } = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const result = readReport(report)
  if (!result) return count('journeys', { failed: 1 })
  const failed = result.stats.unexpected + result.stats.flaky + result.errors.length
  for (const { file, title, ok, tests } of result.suites.flatMap(specsOf)) {
    if (!ok) {
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
      names.push(`${file}: ${title}`, ...firstLines(errors[0]?.message))
    }
    const path = join('tests', 'e2e', file)
    const took = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0)
    durations.set(path, (durations.get(path) ?? 0) + took)
  }
  count('journeys', {
    passed: result.stats.expected,
    failed: failed || (code === 0 ? 0 : 1),
    skipped: result.stats.skipped,
  })
}

/** The tests of a suite of Playwright's report, including nested suites. */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** The error's text and the first places of its stack, without colours. */
function firstLines(message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => line.trim())
    .slice(0, 8)
    .map((line) => `    ${line}`)
}

/** A step that counts as one test: it passes or it fails. */
async function runStage(name, command, args) {
  const { code, output } = await run(command, args, {}, { hold: true })
  if (code !== 0) process.stdout.write(output)
  count(name, code === 0 ? { passed: 1 } : { failed: 1 })
}

/** Runs a program of the project to its end; its output is shown as it comes, or held back. */
function run(command, args, env = {}, { hold = false } = {}) {
  const program = command === 'node' ? process.execPath : join(root, 'node_modules', '.bin', command)
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ['ignore', hold ? 'pipe' : 'inherit', hold ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${error.message}\n` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function count(name, { passed = 0, failed = 0, skipped = 0 }) {
  numbers.passed += passed
  numbers.failed += failed
  numbers.skipped += skipped
  if (failed) failures.push(name)
  say(`${name}: ${failed ? `${failed} failed` : 'passed'}${passed > 1 ? `, ${passed} passed` : ''}`)
}

function close() {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, 10)
  if (slowest.length) say('Slowest files:')
  for (const [file, ms] of slowest) say(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
  if (failures.length) say(`Failed: ${failures.join(', ')}`)
  for (const name of names) say(`  ${name}`)
  const { passed, failed, skipped } = numbers
  say(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed ? 1 : 0
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
