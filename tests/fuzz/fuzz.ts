import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'

/** Shared by the fuzz tests: a seed that is printed and can be repeated, odd values, and measurements. */

/** Whether all cases run, or the share for which a short run has time. */
export const isFull = process.env.TEST_FULL === '1'

/** Set it to repeat the same cases: `FUZZ_SEED=… npx vitest run tests/fuzz`. */
export const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** The number of cases instead of the default. */
const givenRuns = process.env.FUZZ_RUNS === undefined ? undefined : Number(process.env.FUZZ_RUNS)

export const runsOf = ({ full, short }: { full: number; short: number }): number =>
  givenRuns ?? (isFull ? full : short)

const [part = 1, parts = 1] = (process.env.FUZZ_PART ?? '1/1').split('/').map(Number)

/**
 * Runs one part: `FUZZ_PART=2/5` takes every fifth form, page or call from the second on, because a full run
 * takes hours.
 */
export const inPart = <Item>(items: Iterable<Item>): Item[] =>
  [...items].filter((_, place) => place % parts === part - 1)

/** Generates cases in batches, each to be sent concurrently; not all cases are in memory at once. */
export function* cases<Case>(
  arbitrary: fc.Arbitrary<Case>,
  runs: number,
  name: string,
): Generator<readonly Case[]> {
  const start = [...name].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, seed)
  for (let done = 0; done < runs; done += together)
    yield fc.sample(arbitrary, { seed: start + done, numRuns: Math.min(together, runs - done) })
}

const long = (text: string) =>
  fc.integer({ min: 1, max: 20_000 }).map((length) => text.repeat(length).slice(0, length))

const odd = fc.constantFrom(
  ...[
    '',
    ' ',
    '\0',
    '%',
    '%%%',
    '%E0%A4%A',
    '\u202e\u0000',
    '\ufffd',
    'é'.repeat(22),
    '😀',
    '\r\n',
    '+',
    '&=',
    '<b>',
    "'",
  ],
  ...[
    '0',
    '-0',
    '-1',
    '1e400',
    '1e9',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1 000,50',
    '0.000000000000000001',
    '٣',
    '1..5',
  ],
  ...[
    '9'.repeat(12),
    '9'.repeat(17),
    '9'.repeat(40),
    `${'9'.repeat(60)}.1`,
    `0.${'1'.repeat(60)}`,
    '1'.repeat(64),
  ],
  ...['0000-01-01', '0001-01-01', '9999-12-31', '2024-02-30', '+275760-09-13', '2026-01-01T00:00:00.000Z'],
  ...[
    'true',
    'null',
    '[]',
    '{}',
    '{"type":"insert","payload":{"name":"a","index":9e9}}',
    '__proto__',
    'constructor',
  ],
  ...[
    'a@example.org',
    '@',
    '+37061234567',
    '8 (900) 000-00-00',
    '..',
    '../..',
    '//example.org',
    'javascript:alert(1)',
  ],
  ...[
    'investor',
    'operator',
    'usdt-trc20',
    'btc',
    'breeze',
    'USDT',
    'BTC',
    '100',
    '300',
    '000000',
    'en',
    'ru',
    'on',
    '1',
  ],
)

/** The value of a field: odd words, long ones, and any keyboard input. */
export const values: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: odd },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'a',
        '9',
        ' ',
        '.',
        'a@',
        'a.',
        '-',
        '0-',
        '(',
        '<a ',
        '&#',
        'я',
        '😀',
        '\t',
        '%',
        '\\',
        ',',
        'é',
        '"',
      )
      .chain(long),
  },
)

/** Suffixes of field names. */
const suffix = fc.oneof(
  fc.constantFrom(
    '[]',
    '[',
    ']',
    '.',
    '..',
    '[-1]',
    '[1e9]',
    '[ 0]',
    '[0',
    '.__proto__',
    '.constructor.prototype',
    '[0][0]',
    ' ',
  ),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map((index) => `[${index}]`),
  fc
    .constantFrom(0, 1, 49, 50, 99, 100, 5_000_000, 999_999_999, 2 ** 32, 2 ** 53)
    .map((index) => `[${index}].address`),
  fc
    .tuple(fc.constantFrom('.a', '[0]', '[9]', '.a[0]', '[]'), fc.integer({ min: 1, max: 9_000 }))
    .map(([part, times]) => part.repeat(times)),
)

/** Field names: those of the form, internal ones, and others. @param known of the form */
export const names = (known: readonly string[]): fc.Arbitrary<string> => {
  const own = fc.constantFrom(...(known.length > 0 ? known : ['email']))
  return fc.oneof(
    { weight: 5, arbitrary: own },
    { weight: 3, arbitrary: fc.tuple(own, suffix).map((parts) => parts.join('')) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...['formToken', 'submission', 'figures', 'intent', 'change', 'receipt', 'redirectTo', 'lng', 'id'],
        ...[
          '__intent__',
          '__state__',
          '__INTENT__',
          '__proto__',
          'constructor',
          'toString',
          'hasOwnProperty',
          '',
          'page',
        ],
        ...['wallets[0].address', 'wallets[49].system', 'wallets', 'wallets[0]', 'wallets.length', 'length'],
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  )
}

/** A review page takes 100 ms of a slow machine that does other work; what is too dear takes seconds. */
const maxCpuMs = 250
/** Garbage collection and the compilation of a function do not count as the cost of an answer. */
const attempts = 5
/**
 * The limit of the first attempt: an attacker can always send a new variant, so a costly first request counts
 * too.
 */
const maxFirstCpuMs = 1_000
/** The number of concurrent requests, so that the database and this process don't wait for each other. */
const together = 4

export interface Measured<Answer> {
  answer: Answer
  /** CPU time of this process: the least of several attempts if the first took too much. */
  cpuMs: number
  /** CPU time of the first attempt, including requests sent concurrently with it. */
  firstCpuMs: number
}

/** Runs a request, and repeats it if it seems too expensive. */
export async function measured<Answer>(run: () => Promise<Answer>): Promise<Measured<Answer>> {
  const first = await costOf(run)
  let cpuMs = first.cpuMs
  for (let attempt = 1; attempt < attempts && cpuMs > maxCpuMs; attempt += 1)
    cpuMs = Math.min(cpuMs, (await costOf(run)).cpuMs)
  return { answer: first.answer, cpuMs, firstCpuMs: first.cpuMs }
}

/** Runs some requests concurrently, and each one alone if together they cost more than one may. */
export async function measuredTogether<Case, Answer>(
  given: readonly Case[],
  run: (one: Case) => Promise<Answer>,
): Promise<(Measured<Answer> & { given: Case })[]> {
  const { answer: answers, cpuMs: firstCpuMs } = await costOf(() => Promise.all(given.map(run)))
  const results: (Measured<Answer> & { given: Case })[] = []
  for (const [at, one] of given.entries()) {
    const cpuMs = firstCpuMs > maxCpuMs ? (await measured(() => run(one))).cpuMs : firstCpuMs
    results.push({ given: one, answer: answers[at]!, cpuMs, firstCpuMs })
  }
  return results
}

async function costOf<Answer>(run: () => Promise<Answer>): Promise<{ answer: Answer; cpuMs: number }> {
  const before = process.cpuUsage()
  const answer = await run()
  const { user, system } = process.cpuUsage(before)
  return { answer, cpuMs: (user + system) / 1000 }
}

export const isTooDear = ({ cpuMs, firstCpuMs }: Measured<unknown>): boolean =>
  cpuMs > maxCpuMs || firstCpuMs > maxFirstCpuMs

/** For a report of faults. */
export const costText = ({ cpuMs, firstCpuMs }: Measured<unknown>): string =>
  `${Math.round(cpuMs)} ms, ${Math.round(firstCpuMs)} ms at first`

/** Statuses of a guard's refusal: the handler behind it did not run. */
const turnedAway = new Set([302, 401, 403, 404])

/** With this many runs some request reaches every call, form and page. */
const reachingRuns = 300

/** Records which handlers have answered themselves, and not only a guard before them. */
export class Reached {
  readonly #statuses = new Map<string, Map<number, number>>()

  note(id: string, status: number): void {
    const counts = this.#statuses.get(id) ?? new Map<number, number>()
    this.#statuses.set(id, counts.set(status, (counts.get(status) ?? 0) + 1))
  }

  /** Prints progress in a full run, so that an aborted run has a result too. */
  report(id: string): void {
    if (!isFull) return
    const counts = [...(this.#statuses.get(id) ?? [])].sort(([one], [other]) => one - other)
    const sent = counts.reduce((sum, [, count]) => sum + count, 0)
    process.stdout.write(
      `${id}: ${sent} sent, ${counts.map(([status, count]) => `${status} × ${count}`).join(', ')}\n`,
    )
  }

  /**
   * Handlers that no request reached, with their statuses. Empty with few runs, where the result depends on
   * chance.
   */
  missed(runs: number): string[] {
    if (runs < reachingRuns) return []
    return [...this.#statuses].flatMap(([id, statuses]) =>
      [...statuses.keys()].some((status) => !turnedAway.has(status))
        ? []
        : [`${id}: ${[...statuses.keys()].join()}`],
    )
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Allowed growth after a few requests to each form: rate limit counters and compiled code. */
const maxGrowthMiB = 24
/**
 * Allowed growth over the last three quarters of a full run, with warm code and caches. A leak of a kilobyte
 * a request would reach it.
 */
export const maxWarmGrowthMiB = 7

/** Measures whether requests leak memory: in a full run after each form, otherwise after all forms. */
export class HeldMemory {
  readonly #before: number
  readonly #runs: number
  #sent = 0
  #warm: number | null = null

  private constructor(runs: number, before: number) {
    this.#runs = runs
    this.#before = before
  }

  static async from(runs: number): Promise<HeldMemory> {
    return new HeldMemory(runs, await heapMiB())
  }

  begin(): void {
    this.#sent = 0
    this.#warm = null
  }

  async sent(count: number): Promise<void> {
    this.#sent += count
    if (isFull && this.#warm === null && this.#sent >= this.#runs / 4) this.#warm = await heapMiB()
  }

  /** How much is held more than when the code was warm. Called after the last request of a form. */
  async grownMiB(): Promise<number> {
    return this.#warm === null ? 0 : (await heapMiB()) - this.#warm
  }

  /** Called at the end. */
  async isTooMuch(): Promise<boolean> {
    return !isFull && (await heapMiB()) - this.#before > maxGrowthMiB
  }
}

/**
 * The memory in MiB after garbage collection. What is kept until a finalizer or a later turn of the event loop is let go
 * between the rounds: the bodies of answers are.
 */
async function heapMiB(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage()
    await nextTurn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}
