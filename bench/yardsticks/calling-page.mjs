import { createServer } from 'node:http'
import { Pool } from 'undici'

/**
 * node:http that calls an upstream as a page does, in parallel, and fills a template with the answers: `{ upstream,
 * calls, html }`.
 */
process.once('message', ({ upstream, calls, html }) => {
  const pool = new Pool(upstream, { connections: 128 })
  const [before, after] = html.split('</main>')
  const ask = async ({ path, headers }) => (await pool.request({ method: 'GET', path, headers })).body.json()
  const server = createServer(async (_req, res) => {
    const answers = await Promise.all(calls.map(ask))
    const page = Buffer.from(
      `${before}<!-- ${answers.map((answer) => Object.keys(answer)).join()} --></main>${after}`,
    )
    res
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length })
      .end(page)
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
