import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire to a server of this machine, which can be cut. */
export interface Wire {
  /** Of its near end, on 127.0.0.1. */
  port: number
  /** Every connection breaks, as a network loses it. */
  drop: () => void
  /** It carries nothing either way, and nobody is told, as when a cable is pulled. */
  cut: () => void
  /** As if there were no server: every connection breaks, and there is no new one. */
  unplug: () => void
  mend: () => void
  close: () => void
}

/** @param targetPort asked anew for each connection */
export async function layWire(targetPort: () => number): Promise<Wire> {
  const ends = new Set<Socket>()
  let isCut = false
  let isUnplugged = false
  const server = createServer((near) => {
    if (isUnplugged) return void near.destroy()
    const far = connect(targetPort(), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (bytes) => isCut || to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        ends.delete(from)
        if (!isCut) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = () => {
    for (const end of ends) end.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    cut: () => void (isCut = true),
    unplug() {
      isUnplugged = true
      drop()
    },
    mend() {
      isCut = false
      isUnplugged = false
    },
    close() {
      server.close()
      drop()
    },
  }
}
