import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { paths } from '~/paths'
import { plain } from './plain.server'
import { type Middleware } from '~/session/request-info.server'

/**
 * The files of `public`, read once at start: no request touches the disk. Files with a content hash are cached without
 * a limit; the others are revalidated by their tags. A missing file is a plain 404.
 */

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Those that a file is there in, the tightest first. */
const encodings = ['br', 'identity'] as const

interface PublicFile {
  body: Buffer
  /** Made by the build if it is smaller. */
  brotli: Buffer | null
  etag: string
  headers: Record<string, string>
}

/** Names that routes answer although they look like files. */
const routes = new Set<string>([
  paths.robots(),
  paths.sitemap(),
  paths.manifest(),
  paths.securityTxt(),
  paths.changePassword(),
])

export async function serveFiles(folder: string): Promise<Middleware> {
  const files = await readFiles(folder)
  return (req, res, next) => {
    const path = req.url?.split('?', 1)[0] ?? ''
    const file = files.get(path)
    if (file && (req.method === 'GET' || req.method === 'HEAD')) return send(req, res, file)
    if (looksLikeFile(path)) return plain(res, 404, 'There is no such file')
    next()
  }
}

/** Below `/build/`, hidden files, and anything with an extension at the top level that is no route. */
function looksLikeFile(path: string): boolean {
  if (routes.has(path)) return false
  if (path.startsWith('/build/') || path.startsWith('/.')) return true
  return /^\/[^/]+\.[a-z0-9]+$/i.test(path) && !path.endsWith('.data')
}

async function readFiles(folder: string): Promise<Map<string, PublicFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, PublicFile>()
  for (const name of names) {
    const type = types[extname(name)]
    if (!type) continue
    const path = `/${relative(folder, name).split(sep).join('/')}`
    files.set(path, await readOne(name, type, path.startsWith('/build/')))
  }
  return files
}

async function readOne(name: string, type: string, isHashed: boolean): Promise<PublicFile> {
  const body = await readFile(name)
  const brotli = await readFile(`${name}.br`).catch(() => null)
  return {
    body,
    brotli,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers: {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...(brotli && { vary: 'accept-encoding' }),
    },
  }
}

function send(req: IncomingMessage, res: ServerResponse, { body, brotli, etag, headers }: PublicFile): void {
  res.setHeader('etag', etag)
  if (fresh(req.headers, { etag })) {
    res.writeHead(304, headers).end()
    return
  }
  const isCompressed =
    brotli !== null && new Negotiator(req).encoding(encodings, { preferred: encodings }) === 'br'
  const bytes = isCompressed ? brotli : body
  if (isCompressed) res.setHeader('content-encoding', 'br')
  res.writeHead(200, { ...headers, 'content-length': bytes.length })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
