import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import setup from '../support/run.setup'
import { newInvestor } from '../support/investor'
import { startStack } from '../support/stack'
import { type Language, languages } from '../support/texts'
import { desktopChromium, touchedChromium } from './chromium'
import { firefox } from './firefox'
import { parts } from './journey'
import { type Engine } from './reader'
import { textBrowsers } from './terminal'
import { webkit } from './webkit'

/**
 * `npm run test:engines`: the main path, sign-in, the errors of all forms and a notification in each engine, with scripts on
 * and off, in both languages, on the product as it is built. It installs nothing: an engine that is not on this machine is left
 * out, and named. `--only lynx,Firefox` runs these alone, `--pairs` only so many cells that each engine is paired with each
 * language and with scripts on and off. It ends with the table of all cells, and fails if one of them did.
 */

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, pairs: { type: 'boolean', default: false } },
})
/** Text browsers that run at the same time. */
const atOnce = 3

const only = options.only?.split(',')
const engines: Engine[] = [desktopChromium, touchedChromium, firefox, webkit, ...textBrowsers]
const chosen = engines.filter(({ name }) => !only || only.includes(name))

interface Cell {
  engine: Engine
  scripts: boolean
  lng: Language
}

/** What came of a cell: of each part whether it passed, or was never begun. */
type Outcome = Record<string, 'yes' | 'NO' | '–'>

const isThere = (program: string) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const missing = chosen.filter(({ needs }) => !needs.programs.every(isThere))
for (const { name, needs } of missing)
  say(`${name}: none, left out: the journeys in it (Debian has it in: ${needs.packages})`)

const cells: Cell[] = chosen
  .filter((engine) => !missing.includes(engine))
  .flatMap((engine) =>
    (engine.hasScripts ? [true, false] : [false]).flatMap((scripts) =>
      languages.map((lng) => ({ engine, scripts, lng })),
    ),
  )
  .filter(({ scripts, lng }) => !options.pairs || scripts === (lng === 'ru'))

const endSetup = await setup()
const stack = await startStack({})
const outcomes: { cell: Cell; outcome: Outcome; seconds: number }[] = []
try {
  const walk = async (cell: Cell) => {
    const startedAt = Date.now()
    const outcome = await goThrough(cell)
    outcomes.push({ cell, outcome, seconds: Math.round((Date.now() - startedAt) / 1000) })
  }
  const isOfText = ({ engine }: Cell) => textBrowsers.includes(engine)
  for (const cell of cells.filter((one) => !isOfText(one))) await walk(cell)
  // They are small programs that wait for keys most of the time.
  const ofText = cells.filter(isOfText)
  while (ofText.length > 0) await Promise.all(ofText.splice(0, atOnce).map(walk))
} finally {
  await stack.stop()
  await endSetup()
}
table()
const failed = outcomes.filter(({ outcome }) => Object.values(outcome).some((one) => one !== 'yes'))
say(`${outcomes.length - failed.length} of ${cells.length} cells passed, ${missing.length} engines left out`)
process.exitCode = failed.length > 0 || cells.length === 0 ? 1 : 0

/** Each part begins at a page of its own, so one that failed does not keep the next from its turn. */
async function goThrough({ engine, scripts, lng }: Cell): Promise<Outcome> {
  const choosesFirst = engine.choosesFirst ?? false
  const outcome: Outcome = Object.fromEntries(parts.map(({ name }) => [name, '–']))
  const name = `${engine.name}, scripts ${scripts ? 'on' : 'off'}, ${lng}`
  try {
    const investor = await newInvestor(stack.backendUrl)
    const reader = await engine.start({ url: stack.url, scripts })
    try {
      for (const part of parts)
        try {
          await part.go({
            ...{ reader, url: stack.url, backendUrl: stack.backendUrl },
            ...{ investor, lng, scripts, choosesFirst },
          })
          outcome[part.name] = 'yes'
        } catch (error) {
          outcome[part.name] = 'NO'
          say(`${name}, ${part.name}: ${String(error)}`)
          // All others need a session.
          if (part.name === 'sign-in') break
        }
      say(`${name}: ${Object.values(outcome).join(' ')}`)
    } finally {
      await reader.close()
    }
  } catch (error) {
    say(`${name}: ${String(error)}`)
  }
  return outcome
}

function table(): void {
  const names = parts.map((part) => part.name)
  say(`| Engine | Scripts | Language | ${names.join(' | ')} | Seconds |`)
  say(`|${' --- |'.repeat(names.length + 4)}`)
  for (const { cell, outcome, seconds } of outcomes) {
    const scripts = cell.engine.hasScripts ? (cell.scripts ? 'on' : 'off') : 'none'
    const cellsOfParts = names.map((part) => outcome[part])
    say(`| ${[cell.engine.name, scripts, cell.lng, ...cellsOfParts, seconds].join(' | ')} |`)
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
