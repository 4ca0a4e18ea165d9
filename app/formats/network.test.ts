import { expect, test } from 'vitest'
import { isProxyRange, networkOf, siteOf } from './network'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('neighbours in one /64 are one visitor, and the next /64 is another', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
})

test.each([
  ['198.51.100.7', null],
  ['::ffff:198.51.100.7', null],
  ['::ffff:c633:6407', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['anna', null],
])('%s is in the site %s', (address, site) => expect(siteOf(address)).toBe(site))

test.each(['10.0.0.1', '10.0.0.0/8', '128.0.0.0/1', '::1', '2001:db8::/32', '::ffff:10.0.0.0/104'])(
  '%s can name proxies',
  (text) => expect(isProxyRange(text)).toBe(true),
)

test.each([
  ...['proxy.example', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/', '10.0.0.0/8/8', '::/129', ''],
  // All IP addresses, in several notations.
  ...['0.0.0.0/0', '10.0.0.0/0', '::/0', '0.0.0.0/00', '::ffff:0:0/96', '::ffff:0.0.0.0/80'],
])('%j names no proxies', (text) => expect(isProxyRange(text)).toBe(false))
