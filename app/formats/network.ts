import { isIP } from 'node:net'

/**
 * The network that an address stands for when visitors are counted. An IPv6 subscriber has a /64 at the least and can
 * take another address of it for every attempt; an IPv4 address, written either way, is one visitor.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return mappedOf(address) ?? `${leading(address, 4)}::/64`
}

/** As many times what one network may, all networks of one site together may. */
export const networksOfSite = 8

/**
 * The site of an IPv6 address, or of a network that `networkOf` gave, or null. Whoever is given a /48, as companies and
 * servers are, has 65,536 networks: those of one are counted together as well.
 */
export function siteOf(address: string): string | null {
  const prefix = sitePrefixOf(address)
  return prefix && `${prefix}:/48`
}

/** How the networks of the same site begin, as `networkOf` writes them, or null. */
export function sitePrefixOf(address: string): string | null {
  const plain = address.replace(/\/64$/, '')
  return isIP(plain) !== 6 || mappedOf(plain) ? null : `${leading(plain, 3)}:`
}

/** What a limit counts under when it counts by site: null where none of the keys is of one. */
export function siteKeysOf(keys: readonly string[]): string[] | null {
  return keys.some(siteOf) ? keys.map((key) => siteOf(key) ?? key) : null
}

/** The IPv4 address within an IPv6 one. */
function mappedOf(address: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
}

/** The first groups of an IPv6 address, four at the most, without zeros in front. */
function leading(address: string, count: number): string {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::') // split gives at least one part
  const groups = (part: string) => (part ? part.split(':') : [])
  const [before, after] = [groups(head), groups(tail ?? '')]
  // A dotted end stands for two groups; neither is among the first four unless nothing was left out.
  const length =
    before.length + after.length + ([...before, ...after].some((one) => one.includes('.')) ? 1 : 0)
  const zeros = Array<string>(tail === undefined ? 0 : 8 - length).fill('0')
  const first = [...before, ...zeros, ...after].slice(0, count)
  return first.map((group) => parseInt(group, 16).toString(16)).join(':')
}
