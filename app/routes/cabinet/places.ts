import { paths } from '~/paths'

/** The places of the cabinet, as the navigation names them. */
export const places = {
  dashboard: { href: paths.cabinet(), icon: 'dashboard', text: 'common:navigation.dashboard' },
  topUp: { href: paths.topUps(), icon: 'topUp', text: 'common:navigation.topUp' },
  operations: { href: paths.operations(), icon: 'operations', text: 'common:navigation.operations' },
  deposits: { href: paths.deposits(), icon: 'deposits', text: 'common:navigation.deposits' },
  withdrawals: { href: paths.withdrawals(), icon: 'withdraw', text: 'common:navigation.withdrawals' },
  referrals: { href: paths.referrals(), icon: 'referrals', text: 'common:navigation.referrals' },
  exchange: { href: paths.exchange(), icon: 'exchange', text: 'common:navigation.exchange' },
  subscription: { href: paths.subscription(), icon: 'star', text: 'common:navigation.subscription' },
  settings: { href: paths.settings('profile'), icon: 'settings', text: 'common:navigation.settings' },
} as const

export type Place = (typeof places)[keyof typeof places]

/** `page` for the place itself, `true` for what lies below it or, of the settings, beside it. */
export function currentOf(pathname: string, { href }: Place): 'page' | 'true' | undefined {
  if (pathname === href) return 'page'
  if (href === paths.cabinet()) return undefined
  const area = href === places.settings.href ? href.slice(0, href.lastIndexOf('/')) : href
  return pathname.startsWith(`${area}/`) ? 'true' : undefined
}
