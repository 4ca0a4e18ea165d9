import { connect } from 'node:net'

/**
 * Load over kept connections, one request at a time on each: `{ port, host, path, headers, connections, seconds,
 * limited }` by IPC, `{ requests, errors, seconds, p50, p99 }` back, the last two in milliseconds. It writes raw bytes and only looks for the end of an answer,
 * so that on a small machine the server is the bottleneck. `{n}` in the path counts up, so that each request has
 * another address.
 */
process.once('message', ({ port, host, path, headers, connections, seconds, limited = false }) => {
  const head = Object.entries({ host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const began = performance.now()
  const until = began + seconds * 1000
  let [errors, open, count] = [0, connections, process.pid % 1000]
  const took = []

  for (let one = 0; one < connections; one += 1) begin()

  function begin() {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let [body, held, sent] = [null, Buffer.alloc(0), 0]
    const ask = () => {
      body = null
      sent = performance.now()
      socket.write(`GET ${path.replace('{n}', String((count += 1)))} HTTP/1.1\r\n${head}\r\n`)
    }
    socket.once('connect', ask)
    socket.on('data', (chunk) => {
      let taken = chunk
      if (!body) {
        held = held.length ? Buffer.concat([held, chunk]) : chunk
        const end = held.indexOf('\r\n\r\n')
        if (end < 0) return
        body = bodyOf(held.latin1Slice(0, end), limited)
        if (!body) errors += 1
        taken = held.subarray(end + 4)
        held = Buffer.alloc(0)
      }
      if (body && !body.endsWith(taken)) return
      const now = performance.now()
      took.push(now - sent)
      if (now < until) ask()
      else socket.end()
    })
    socket.once('error', () => (errors += 1))
    socket.once('close', () => {
      open -= 1
      if (open > 0) return
      took.sort((a, b) => a - b)
      const at = (part) => took[Math.floor((took.length - 1) * part)] ?? Infinity
      const seconds = (performance.now() - began) / 1000
      process.send({ requests: took.length, errors, seconds, p50: at(0.5), p99: at(0.99) })
    })
  }
})

/** How the body of an answer ends: after so many bytes, or with an empty chunk. Null for an unexpected answer. */
function bodyOf(head, limited) {
  if (!head.startsWith('HTTP/1.1 200') && !(limited && head.startsWith('HTTP/1.1 429'))) return null
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    let missing = Number(length)
    return { endsWith: (bytes) => (missing -= bytes.length) <= 0 }
  }
  if (!/transfer-encoding: chunked/i.test(head)) return null
  let tail = Buffer.alloc(0)
  return {
    endsWith(bytes) {
      tail = Buffer.concat([tail, bytes.subarray(-7)]).subarray(-7)
      return tail.latin1Slice() === '\r\n0\r\n\r\n'
    },
  }
}
