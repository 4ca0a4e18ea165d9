import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/**
 * A payment processor: signed events at a steady pace, `{ port, secret, events, perSecond }` by IPC, each event with its `id`
 * and `data`. One that is not accepted is sent again a second later, as processors do, thirty times. `{ accepted, repeats,
 * behindMs }` back: how many were accepted, how often one was sent again, and how long after the last was due all were answered.
 */
process.once('message', async ({ port, secret, events, perSecond }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const signer = new Webhook(secret)
  const began = performance.now()
  let [accepted, repeats] = [0, 0]

  await Promise.all(
    events.map(async (event, place) => {
      await delay((place * 1000) / perSecond)
      for (let again = 0; again <= 30; again += 1) {
        if (await isAccepted(event)) {
          accepted += 1
          return
        }
        repeats += 1
        await delay(1000)
      }
    }),
  )
  agent.destroy()
  process.send({
    accepted,
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
      const path = '/api/hooks/payments'
      const call = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode === 202))
      })
      call.once('error', () => resolve(false))
      call.end(body)
    })
  }
})
