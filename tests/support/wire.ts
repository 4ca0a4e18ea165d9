import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a server of this machine, which can be cut. */
export interface Wire {
  /** The port of its near end, on 127.0.0.1. */
  port: number
  /** Breaks every connection, as in a network failure. */
  drop: () => void
  /** Carries nothing either way, without an error on either side, as with a pulled cable. */
  cut: () => void
  /** Acts as if there were no server: breaks every connection and refuses new ones. */
  unplug: () => void
  mend: () => void
  close: () => void
}

/** @param targetPort called for each connection */
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
