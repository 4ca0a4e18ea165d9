import { Agent, get } from 'node:http'

/**
 * Requests at a steady pace, without waiting for earlier answers: `{ port, host, path, headers, perSecond, seconds }`
 * by IPC, `{ p50, p99, took, errors }` back, in milliseconds from the moment at which a request was due.
 */
process.once('message', ({ port, host, path, headers, perSecond, seconds }) => {
  const agent = new Agent({ keepAlive: true })
  const count = Math.ceil(perSecond * seconds)
  const began = performance.now()
  const took = []
  let errors = 0

  for (let one = 0; one < count; one += 1) {
    const dueMs = (one * 1000) / perSecond
    setTimeout(() => ask(began + dueMs), dueMs)
  }

  function ask(due) {
    const request = get({ agent, port, host: '127.0.0.1', path, headers: { host, ...headers } }, (answer) => {
      if (answer.statusCode !== 200) errors += 1
      answer.resume().once('end', () => ended(performance.now() - due))
    })
    request.once('error', () => {
      errors += 1
      ended(Infinity)
    })
  }

  function ended(ms) {
    took.push(ms)
    if (took.length < count) return
    agent.destroy()
    took.sort((a, b) => a - b)
    const at = (part) => took[Math.min(count - 1, Math.floor(count * part))]
    process.send({ p50: at(0.5), p99: at(0.99), took, errors })
  }
})
