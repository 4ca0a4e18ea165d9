import { connect } from 'node:net'
import { once } from 'node:events'
import { brotliDecompressSync } from 'node:zlib'
import { publicRoutes } from '../../app/server/page-cache/public-pages.server'
import { routesOfTheTree } from './routes'
import { readHtml } from './visitor'

/** The size of a page on the wire, and the pages to measure. */

/** Every public page of the route tree; for pages with an id, those that other public pages link to. */
export async function publicAddresses(url: string): Promise<string[]> {
  const pages = (await routesOfTheTree()).filter(({ isPage }) => isPage)
  const patterns = publicRoutes(Object.fromEntries(pages.map((route) => [route.id, route]))).map(
    ([path]) => path,
  )
  const fixed = patterns.filter((path) => !path.includes(':'))
  const named = patterns.filter((path) => path.includes(':'))
  const documents = await Promise.all(fixed.map(async (path) => (await fetch(`${url}${path}`)).text()))
  const links = new Set(
    documents.flatMap((html) =>
      readHtml(html)('a[href^="/"]')
        .toArray()
        .map(({ attribs }) => attribs['href']!.replace(/[?#].*/, '')),
    ),
  )
  const leadTo = named.flatMap((pattern) => {
    const matching = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`)
    return [...links].filter((link) => matching.test(link) && !fixed.includes(link))
  })
  return [...fixed, ...leadTo]
}

/**
 * One page with everything that a browser loads for it, except icons and the manifest: bytes with their
 * headers, over brotli.
 */
export async function weigh(url: string, path: string, language: string) {
  const page = await load(url, path, language)
  const $ = readHtml(page.text)
  const sheets = await Promise.all(
    $('link[rel="stylesheet"]')
      .toArray()
      .map(({ attribs }) => load(url, attribs['href']!)),
  )
  const scripts = await Promise.all(
    $('script[src]')
      .toArray()
      .map(async ({ attribs }) => ({ attribs, ...(await load(url, attribs['src']!)) })),
  )
  const fonts = await Promise.all(
    sheets
      .flatMap(({ text }) => [...text.matchAll(/url\(["']?([^"')]+\.woff2?)/g)])
      .map(([, src]) => load(url, src as string)),
  )
  const parts = [page, ...sheets, ...scripts, ...fonts]
  return {
    path,
    html: page.bytes,
    all: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: parts.length,
    $,
    sheets: sheets.map(({ text }) => text),
    scripts,
  }
}

interface Loaded {
  /** On the wire, from the status line to the last byte. */
  bytes: number
  /** The bytes after the headers. */
  compressedBytes: number
  text: string
}

/** One answer as raw bytes. */
async function load(url: string, path: string, language = 'ru'): Promise<Loaded> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br\r\nCookie: lng=${language}\r\nConnection: close\r\n\r\n`,
  )
  await once(socket, 'close')
  const answer = Buffer.concat(chunks)
  const end = answer.indexOf('\r\n\r\n')
  const head = answer.subarray(0, end).toString('latin1')
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`${path}: ${head.split('\r\n', 1)[0]}`)
  const body = answer.subarray(end + 4)
  const text = /content-encoding: br/i.test(head) ? brotliDecompressSync(body).toString() : body.toString()
  return { bytes: answer.length, compressedBytes: body.length, text }
}
