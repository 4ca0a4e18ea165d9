import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network by which visitors are counted. An IPv6 subscriber has at least a /64 and can use another address for
 * every attempt. An IPv4 address, in either notation, is one visitor.
 */
export function networkOf(address: string): string {
  const parsed = ipv6Of(address)
  if (!parsed) return address
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : `${leading(parsed, 4)}::/64`
}

/** As many times what one network may, all networks of one site together may. */
export const networksOfSite = 8

/**
 * The site (/48) of an IPv6 address or of a network from `networkOf`, or null. The holder of a /48, as companies and
 * servers are, has 65,536 networks, so those of one site are counted together as well.
 */
export function siteOf(address: string): string | null {
  const prefix = sitePrefixOf(address)
  return prefix && `${prefix}:/48`
}

/**
 * About what one provider has in one country: the /16 of an IPv4 address, in either notation, or the /32 of an IPv6 one.
 * A phone changes its network within it all day.
 */
export function regionOf(address: string): string {
  const network = networkOf(address)
  if (isIP(network) === 4) return `${network.split('.').slice(0, 2).join('.')}.0.0/16`
  const parsed = ipv6Of(address)
  return parsed ? `${leading(parsed, 2)}::/32` : network
}

/** How the networks of the same site begin, as `networkOf` writes them, or null. */
export function sitePrefixOf(address: string): string | null {
  const parsed = ipv6Of(address.replace(/\/64$/, ''))
  return !parsed || parsed.isIPv4MappedAddress() ? null : `${leading(parsed, 3)}:`
}

/** The keys of a limit that counts by site; null if no key is an address of a site. */
export function siteKeysOf(keys: readonly string[]): string[] | null {
  return keys.some(siteOf) ? keys.map((key) => siteOf(key) ?? key) : null
}

/**
 * Whether a text names proxies: an address, or a range such as 10.0.0.0/8. A range of all addresses is refused: it
 * would let any client forge its address.
 */
export function isProxyRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false
  return !(ipv6Of(address)?.isIPv4MappedAddress() && Number(bits) <= 96)
}

/** Without its zone, which is a name that only the machine itself knows. */
function ipv6Of(address: string): ipaddr.IPv6 | null {
  return isIP(address) === 6 ? ipaddr.IPv6.parse(address.split('%', 1)[0]!) : null // split gives at least one part
}

/** The first groups of an IPv6 address, without zeros in front. */
function leading({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')
}
