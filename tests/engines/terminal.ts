import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import headless from '@xterm/headless'
import { until } from '../support/program'
import { type Engine, type Opening, type Reader, plain } from './reader'

/**
 * Text browsers in a terminal that is high enough for every page: a reader goes from link to link and from field to field
 * by one key, and sees by the cursor where that is. `script` provides the terminal device.
 */

const [columns, rows] = [140, 200]
const [enter, tab, down, clearLine, home] = ['\r', '\t', '\u001b[B', '\u0015', '\u001b[H']
/** A program that has written nothing for this long waits for a key. */
const quietMs = 50
/** A key that changes nothing on the screen causes no output. */
const maxQuietMs = 700
/** After a page has begun to be drawn it is whole when nothing has come for this long. */
const settledMs = 300
const maxDrawMs = 4_000
/** More than the links and fields of any page that is read here. */
const maxStops = 150

interface Keys {
  command: string
  /** To the next link or field, and to the beginning of the page. */
  next: string
  top: string
  open: (url: string) => [string, string]
  /** What is typed into the field that was reached. */
  type: (text: string) => string[]
  /** Where the status of the program stands, which is no part of the page: rows at the top and at the bottom. */
  margins: [top: number, bottom: number]
}

const engine = (name: string, keys: Keys): Engine => ({
  name,
  choosesFirst: name === 'lynx',
  needs: { programs: [name, 'script'], packages: `${name} bsdutils` },
  hasScripts: false,
  start: (opening) => start(opening, keys),
})

export const textBrowsers = [
  engine('w3m', {
    command: 'w3m -o accept_bad_cookie=1',
    next: tab,
    top: 'g',
    open: (url) => ['U', clearLine + url + enter],
    type: (text) => [enter, clearLine + text + enter],
    margins: [0, 1],
  }),
  engine('lynx', {
    command:
      'lynx -cfg=lynx.cfg -nocolor -show_cursor -accept_all_cookies -assume_charset=utf-8 -display_charset=utf-8',
    next: tab,
    top: '\u0001',
    open: (url) => ['g', clearLine + url + enter],
    type: (text) => [clearLine + text],
    margins: [1, 3],
  }),
  engine('elinks', {
    command:
      "elinks -no-connect -eval 'set document.browse.forms.insert_mode = 0' -eval 'set document.browse.forms.confirm_submit = 0' -eval 'set ui.show_title_bar = 1'",
    next: down,
    top: home,
    open: (url) => ['g', clearLine + url + enter],
    type: (text) => [clearLine + text],
    margins: [1, 1],
  }),
  engine('links2', {
    command: 'links2',
    next: down,
    top: home,
    open: (url) => ['g', clearLine + url + enter],
    type: (text) => [clearLine + text],
    margins: [1, 1],
  }),
]

async function start({ url }: Opening, keys: Keys): Promise<Reader> {
  const folder = await mkdtemp(join(tmpdir(), 'text-browser-'))
  // Lynx stands still with each message that it shows, and forgets the keys that come meanwhile.
  await writeFile(join(folder, 'lynx.cfg'), 'MESSAGESECS:0\nINFOSECS:0\nALERTSECS:0\nCHARACTER_SET:utf-8\n')
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true })
  const child = spawn(
    'script',
    ['-qfec', `stty cols ${columns} rows ${rows}; exec ${keys.command} '${url}/login'`, '/dev/null'],
    {
      env: { ...process.env, HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const gone = once(child, 'exit')
  let [written, lastAt] = [0, Date.now()]
  child.stdout.on('data', (bytes: Buffer) => {
    written += bytes.length
    lastAt = Date.now()
    terminal.write(bytes)
  })
  terminal.onData((answer) => child.stdin.write(answer))

  const send = async (text: string, quietForMs = quietMs) => {
    const [before, sentAt] = [written, Date.now()]
    if (text) child.stdin.write(text)
    do await delay(10)
    while (text && written === before ? Date.now() - sentAt < maxQuietMs : Date.now() - lastAt < quietForMs)
    await new Promise<void>((done) => terminal.write('', done))
  }
  const line = (row: number) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? ''
  const page = (from = keys.margins[0], to = rows - keys.margins[1]) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => line(from + index))
  const screen = () => page(0, rows).join('\n')
  const place = () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY })

  /** Whether the reader stands in a form. */
  let hasTyped = false
  /** Sends a key that leads to another page, and waits until it is drawn: a page may also come that looks the same. */
  const leadingOn = async (text: string) => {
    hasTyped = false
    const before = screen()
    await send(text)
    await until('the next page is drawn', () => screen() !== before, maxDrawMs).catch(() => undefined)
    await send('', settledMs)
  }

  /** Keys that are sent while a program still draws may be lost, so a page is gone through more than once. */
  async function find(what: string, isIt: (before: string, after: string) => boolean): Promise<void> {
    // A reader goes on from where they are, and then from the top.
    if (hasTyped && (await goTo(isIt, 30))) return
    for (let round = 0; round < 3; round += 1) {
      await send(keys.top)
      if (await goTo(isIt)) return
      await send('', settledMs)
    }
    throw new Error(`no ${what} on the page\n${plain(screen()).slice(0, 3_000)}`)
  }
  /** Goes on until the link or field behind the cursor is this one. */
  async function goTo(isIt: (before: string, after: string) => boolean, limit = maxStops): Promise<boolean> {
    let last = hasTyped ? place() : { x: 0, y: 0 }
    for (let stop = 0; stop < limit; stop += 1) {
      const now = place()
      const isOnward = now.y > last.y || (now.y === last.y && now.x >= last.x)
      const from = isOnward ? last : { x: 0, y: 0 }
      const rowsBetween = [...page(from.y, now.y), line(now.y).slice(0, now.x)]
      rowsBetween[0] = rowsBetween[0]!.slice(from.x)
      const before = plain(rowsBetween.join(' '))
      // ELinks shows a button from its third letter on, where others have a bracket before it.
      const starts = [now.x, now.x - 2].filter((x) => x >= 0)
      if (starts.some((x) => isIt(before, line(now.y).slice(x)))) return true
      if (stop > 0 && now.x === last.x && now.y === last.y) return false
      last = now
      await send(keys.next)
    }
    return false
  }
  /** What stands around the text of a button or link differs from program to program. */
  const begins = (text: string, words: string) => {
    const bare = text.replace(/^[^\p{L}\d]+/u, '').replace(/^BUTTON\) /, '')
    return bare.startsWith(words) && !/^[\p{L}\d]/u.test(bare.slice(words.length))
  }
  const isField = (before: string, after: string) =>
    before.endsWith('[') || /^_/.test(after) || /(entry|text|password) ?field/i.test(screen())

  await until('the text browser shows the page', () => /\p{L}{4}/u.test(page().join('')))
  await send('', settledMs)
  // Two of them greet their new user.
  if (/Welcome/.test(screen())) await send(enter)
  return {
    async open(path) {
      const [goTo, address] = keys.open(url + path)
      const before = page().join()
      // Keys that come while a program draws may be lost.
      for (let tries = 0; tries < 3 && page().join() === before; tries += 1) {
        await send(goTo, settledMs)
        await leadingOn(address)
        await until('another page is there', () => page().join() !== before, maxDrawMs).catch(() => undefined)
      }
      await send('', settledMs)
    },
    async type(field, text) {
      await find(
        `field ${field.label}`,
        (before, after) => before.includes(field.label) && isField(before, after),
      )
      for (const typed of keys.type(text)) await send(typed)
      hasTyped = true
    },
    async choose(choice) {
      await find(`choice ${choice.label}`, (_, after) => begins(after, choice.label))
      await send(enter)
    },
    async press(button) {
      await find(`button ${button}`, (_, after) => begins(after, button))
      await leadingOn(enter)
    },
    async follow(words) {
      await find(`link ${words}`, (_, after) => begins(after, words))
      await leadingOn(enter)
    },
    text: async () => {
      await send('')
      return plain(page().join(' '))
    },
    async close() {
      child.kill()
      child.stdin.end()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
