import { BlockList, isIP } from 'node:net'

/** Whether an address is among these, or in one of these ranges, such as `10.0.0.0/8`. */
export function rangesOf(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false
  const list = new BlockList()
  for (const range of trusted) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits ? Number(bits) : family === 'ipv6' ? 128 : 32, family)
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}
