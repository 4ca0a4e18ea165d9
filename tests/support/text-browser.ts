import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from './program'

/**
 * w3m as a person uses it: it finds words, moves to the field behind them, types and presses. `script`
 * provides the terminal that it needs.
 */
export interface TextBrowser {
  /** Finds a line that begins with these words. */
  find(words: string): Promise<void>
  /** Goes to the next field or link, and enters this text. */
  type(text: string): Promise<void>
  /** The same for a longer text, which w3m opens in an editor. */
  write(text: string): Promise<void>
  /** Follows the link, or presses the button, that was found. */
  press(): Promise<void>
  /** Goes to the next link or button, and presses it. */
  pressNext(): Promise<void>
  /** Opens an address. */
  visit(url: string): Promise<void>
  /** The text of the whole page. */
  read(): Promise<string>
  close(): Promise<void>
}

/** Whether the required programs are installed. */
export const hasTextBrowser = ['w3m', 'script'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
)

const enter = '\r'
const clearLine = '\u0015'
/** w3m draws in small pieces: after this long without output it waits for a key. */
const quietMs = 250
/** A key that changes nothing on the screen causes no output. */
const maxQuietMs = 1_000

export async function openTextBrowser(url: string): Promise<TextBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'text-browser-'))
  const written = join(home, 'written.txt')
  const editor = join(home, 'editor.sh')
  await writeFile(editor, `cp '${written}' "$1" && touch '${written}.done'\n`)
  const child: ChildProcess = spawn(
    'script',
    ['-qfec', `stty cols 110 rows 50; exec w3m '${url}'`, '/dev/null'],
    {
      env: { ...process.env, HOME: home, TERM: 'xterm', LC_ALL: 'C.UTF-8', EDITOR: `sh ${editor}` },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const gone = once(child, 'exit')
  let screen = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (screen += text))
  /** Waits until w3m has drawn and is quiet again. Keys sent while it opens or closes an editor are lost. */
  const drawn = async (before: number) => {
    const start = Date.now()
    for (let length = before; ; length = screen.length) {
      await delay(quietMs)
      if (screen.length === length && (length > before || Date.now() - start > maxQuietMs)) return
    }
  }
  const keys = async (text: string) => {
    const before = screen.length
    child.stdin?.write(text)
    await drawn(before)
  }
  const close = async () => {
    await keys('Q')
    child.stdin?.end()
    // While it asks a question w3m ignores the quit command.
    const killTimer = setTimeout(() => child.kill(), 5_000)
    await gone
    clearTimeout(killTimer)
    await rm(home, { recursive: true, force: true })
  }
  await until('the text browser shows the page', () => screen.includes('Viewing')).catch((error: unknown) => {
    child.kill()
    throw error
  })
  let reads = 0
  const leadingOn = async (text: string) => {
    const before = screen.length
    await keys(text)
    await until('the next page is shown', () => screen.slice(before).includes('Viewing'))
  }
  return {
    find: async (words) => {
      await keys('g')
      await keys(`/^${words}${enter}`)
    },
    type: async (text) => {
      await keys('\t')
      await keys(enter)
      await keys(clearLine + text + enter)
    },
    async write(text) {
      await writeFile(written, text)
      await keys('\t')
      const before = screen.length
      child.stdin?.write(enter)
      await until('the editor has ended', () => existsSync(`${written}.done`))
      // Until it has drawn its page anew, however long that takes, keys are lost.
      await until('the page is shown again', () => screen.slice(before).includes('Viewing'))
      await drawn(screen.length)
    },
    press: () => leadingOn(enter),
    async pressNext() {
      await keys('\t')
      await leadingOn(enter)
    },
    async visit(address) {
      await keys('U')
      await leadingOn(clearLine + address + enter)
    },
    async read() {
      const file = join(home, `page-${(reads += 1)}.txt`)
      await keys('S')
      await keys(clearLine + file + enter)
      return readFile(file, 'utf8')
    },
    close,
  }
}
