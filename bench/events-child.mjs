import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/**
 * A payment processor: signed events at a steady pace, `{ port, path, secret, events, perSecond }` by IPC, each event with its
 * `id` and `data`. One that is not accepted is sent again a second later, as processors do, thirty times. `{ errors, repeats,
 * behindMs }` back: how many were never accepted, how often one was sent again, and how long after the last was due all were
 * answered.
 */
process.once('message', async ({ port, path, secret, events, perSecond }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const signer = new Webhook(secret)
  const began = performance.now()
  let [errors, repeats] = [0, 0]

  await Promise.all(
    events.map(async (event, place) => {
      await delay((place * 1000) / perSecond)
      for (let again = 0; again < 30; again += 1) {
        if (await isAccepted(event)) return
        repeats += 1
        await delay(1000)
      }
      if (!(await isAccepted(event))) errors += 1
    }),
  )
  agent.destroy()
  process.send({
    errors,
    repeats,
    behindMs: performance.now() - began - (events.length * 1000) / perSecond,
  })

  function isAccepted({ id, data }) {
    const at = new Date()
    const body = JSON.stringify({ type: 'transfer.updated', timestamp: at.toISOString(), data })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signer.sign(id, at, body),
    }
    return new Promise((resolve) => {
      const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode === 202))
      })
      call.once('error', () => resolve(false))
      call.end(body)
    })
  }
})
