import { isIP } from 'node:net'

/**
 * The network that an address stands for when visitors are counted. An IPv6 subscriber has a /64 at the least and can
 * take another address of it for every attempt; an IPv4 address, written either way, is one visitor.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('%', 1)[0]!.split('::') // split gives at least one part
  const groups = (part: string) => (part ? part.split(':') : [])
  const [before, after] = [groups(head), groups(tail ?? '')]
  // A dotted end stands for two groups; neither is among the first four unless nothing was left out.
  const length =
    before.length + after.length + ([...before, ...after].some((one) => one.includes('.')) ? 1 : 0)
  const zeros = Array<string>(tail === undefined ? 0 : 8 - length).fill('0')
  const network = [...before, ...zeros, ...after].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
