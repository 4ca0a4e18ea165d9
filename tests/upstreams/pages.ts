import { type Visitor } from '../support/visitor'

/** The pages of the cabinet that any upstream bears, and what no page says. */

export const cabinetPages = [
  '/cabinet',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/top-up',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
  '/cabinet/exchange',
  '/cabinet/operations',
  '/cabinet/referrals',
  '/cabinet/notifications',
  '/cabinet/subscription',
  '/cabinet/settings/profile',
  '/cabinet/settings/password',
  '/cabinet/settings/payment-systems',
  '/cabinet/settings/verification',
  '/cabinet/settings/language',
]

/** A value that is none, or a part that failed though the upstream stands. */
const odd =
  /NaN|undefined|\[object|Invalid Date|\bnull\b|This part can't be shown|Сейчас не получается показать/

/** Those of the pages that broke, led elsewhere, or said something odd: where they ended, and what it was. */
export async function brokenPages(visitor: Visitor, paths: readonly string[]): Promise<unknown[]> {
  const broken: unknown[] = []
  for (const path of paths) {
    const { status, url, text } = await visitor.visit(path)
    const found = odd.exec(text)?.[0]
    if (status !== 200 || url.pathname !== path || found) broken.push([path, status, url.pathname, found])
  }
  return broken
}
