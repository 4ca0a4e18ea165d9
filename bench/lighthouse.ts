import { rmSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumArguments, chromiumVersion, findChromium } from '../tests/support/chromium'
import { publicAddresses } from '../tests/support/first-load'
import { freePort } from '../tests/support/program'
import { makeDataDir, startProduct } from '../tests/support/stack'
import { startYardstick } from './children'
import { record } from './recorded'
import { median } from './row'

/**
 * `npm run lighthouse`: Lighthouse for a phone, three times on each public page and on the same bytes as static files,
 * with the medians as a table that is printed and written to bench/lighthouse.md. Ends with 1 where one is over its
 * budget. An address runs that page alone and writes nothing: `npm run lighthouse -- /faq`.
 */
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const budget = { performance: 98, others: 100, lcpRatio: 1.15, tbtMs: 0, cls: 0 }
/** Besides Russian, the language of an address without `lng`. */
const inEnglish = ['/', '/faq', '/vacancies', '/news']

/** What one run finds: scores out of a hundred, times in milliseconds. */
type Finding = Record<(typeof categories)[number] | 'lcp' | 'tbt' | 'cls', number>

interface Judged extends Finding {
  path: string
  lcpRatio: number
  isIndexed: boolean
  /** What costs points, by Lighthouse's own names. */
  faults: string[]
}

const given = process.argv[2]
const dataDir = await makeDataDir()
try {
  const found = findChromium()
  if (!found) throw new Error('Lighthouse needs a Chromium: install one, or name it by CHROMIUM_PATH')
  const product = await startProduct(dataDir, { LOG_LEVEL: 'warn' })
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  })
  try {
    const judged: Judged[] = []
    for (const path of given ? [given] : await chosenPages(product.url)) {
      process.stderr.write(`${path} …\n`)
      judged.push(await judge(product.url, path, port))
    }
    const text = table(judged, [chromiumVersion(found.path), `Node ${process.versions.node}`])
    process.stdout.write(`${text}\n`)
    if (!given) writeFileSync('bench/lighthouse.md', text)
    if (judged.some(isOver)) process.exitCode = 1
  } finally {
    await browser.close()
    await product.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** A page of every public route: of vacancies and news, which are many of a kind, the first. */
async function chosenPages(url: string): Promise<string[]> {
  const kinds = new Map<string, string>()
  for (const path of await publicAddresses(url)) {
    const kind = path.replace(/^\/(news|vacancies)\/[^/]+/, '/$1/:id')
    if (!kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values(), ...inEnglish.map((path) => `${path}?lng=en`)]
}

async function judge(url: string, path: string, port: number): Promise<Judged> {
  const document = await (await fetch(url + path)).text()
  const yardstick = await startYardstick('static-site', { files: await filesOf(url, path, document) })
  const faults = new Set<string>()
  const findings: Finding[] = []
  const bareLcps: number[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      const { finding, failed } = await audit(url + path, port, [...categories])
      findings.push(finding)
      failed.forEach((fault) => faults.add(fault))
      const bare = await audit(`http://localhost:${yardstick.port}${path}`, port, ['performance'])
      bareLcps.push(bare.finding.lcp)
    }
  } finally {
    await yardstick.stop()
  }
  const names = Object.keys(findings[0] ?? {}) as (keyof Finding)[]
  const middle = Object.fromEntries(
    names.map((name) => [name, median(findings.map((finding) => finding[name]))]),
  ) as Finding
  return {
    path,
    ...middle,
    lcpRatio: middle.lcp / median(bareLcps),
    isIndexed: !document.includes('<meta name="robots" content="noindex"'),
    faults: [...faults],
  }
}

async function audit(
  url: string,
  port: number,
  onlyCategories: string[],
): Promise<{ finding: Finding; failed: string[] }> {
  const flags = { port, logLevel: 'error', onlyCategories, disableFullPageScreenshot: true } as const
  const result = await lighthouse(url, flags)
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  const { audits, categories: scored } = result.lhr
  const scores = categories.map((name) => [name, Math.round((scored[name]?.score ?? 0) * 100)] as const)
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN
  const counted = Object.values(scored).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  const failed = counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9)
  return {
    finding: {
      ...(Object.fromEntries(scores) as Pick<Finding, (typeof categories)[number]>),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    },
    failed: [...new Set(failed)],
  }
}

/** The page and all that it loads, as the product sends it. */
async function filesOf(url: string, path: string, document: string) {
  const hrefs = document.matchAll(
    /<(?:link[^>]*rel="(?:stylesheet|icon|manifest)"[^>]*href|script[^>]*src)="([^"]+)"/g,
  )
  const addresses = [path, '/robots.txt', ...[...hrefs].map(([, href]) => href as string)]
  const files = await Promise.all(addresses.map(async (one) => [one, await record(url + one)] as const))
  return Object.fromEntries(files)
}

function isOver(page: Judged): boolean {
  const { accessibility, 'best-practices': practices, seo } = page
  return (
    page.performance < budget.performance ||
    Math.min(accessibility, practices, page.isIndexed ? seo : 100) < budget.others ||
    page.lcpRatio > budget.lcpRatio ||
    page.tbt > budget.tbtMs ||
    page.cls > budget.cls
  )
}

function table(pages: readonly Judged[], versions: readonly string[]): string {
  const lines = pages.map((page) => {
    const scores = categories.map((name) => (name === 'seo' && !page.isIndexed ? '–' : page[name]))
    const figures = [
      Math.round(page.lcp),
      page.lcpRatio.toFixed(2),
      Math.round(page.tbt),
      page.cls.toFixed(3),
    ]
    const verdict = isOver(page) ? `**over** ${page.faults.join(', ')}`.trim() : 'holds'
    return `| ${[page.path, ...scores, ...figures, verdict].join(' | ')} |`
  })
  return [
    '# Results of `npm run lighthouse`',
    '',
    `${new Date().toISOString().slice(0, 10)}, Lighthouse for a phone (slow 4G, simulated), medians of ${runs} runs; ${versions.join(', ')}.`,
    `Budgets: performance ${budget.performance}, the others ${budget.others} (SEO where a page may be found), LCP at most`,
    `${budget.lcpRatio} times that of the same bytes sent as static files, no blocking, no shift.`,
    '',
    '| Page | Performance | Accessibility | Best practices | SEO | LCP, ms | × static | TBT, ms | CLS | |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
