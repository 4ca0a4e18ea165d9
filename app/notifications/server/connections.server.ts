import { type Duplex } from 'node:stream'

/**
 * The open connections, and how many of them one visitor and one session have. A connection lasts for hours and must
 * not retain the request that it came with, so one listener serves all of them.
 */
export interface Connections {
  add(connection: Duplex): void
  /** @returns whether there was one left; it is given back when the connection closes */
  takeSeat(connection: Duplex, of: SeatOf, key: string): boolean
  /** Resolves when all have closed. Those still open after so many milliseconds are cut off. */
  allGone(withinMs: number): Promise<void>
}

type SeatOf = 'visitor' | 'session'

/** @param max how many may be open at once, of each */
export function createConnections(max: Record<SeatOf, number>): Connections {
  const open = new Map<Duplex, Partial<Record<SeatOf, string>>>()
  const taken = { visitor: new Map<string, number>(), session: new Map<string, number>() }
  let onEmpty = () => {}

  function giveBack(of: SeatOf, key: string | undefined): void {
    if (key === undefined) return
    const left = (taken[of].get(key) ?? 1) - 1
    if (left === 0) taken[of].delete(key)
    else taken[of].set(key, left)
  }

  function closed(this: Duplex): void {
    const seats = open.get(this)
    giveBack('visitor', seats?.visitor)
    giveBack('session', seats?.session)
    open.delete(this)
    if (open.size === 0) onEmpty()
  }

  return {
    add(connection) {
      open.set(connection, {})
      connection.on('error', destroy).on('close', closed)
    },
    takeSeat(connection, of, key) {
      const seats = open.get(connection)
      const count = (taken[of].get(key) ?? 0) + 1
      if (!seats || count > max[of]) return false
      taken[of].set(key, count)
      seats[of] = key
      return true
    },
    async allGone(withinMs) {
      await new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, open.size > 0 ? withinMs : 0)
      })
      for (const connection of open.keys()) connection.destroy()
    },
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}
