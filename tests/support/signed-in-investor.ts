import { type Language } from '~/contract/languages'
import { newInvestor } from './investor'
import { type WatchedProduct } from './watched'
import { signedIn } from './visitor'

type Product = Pick<WatchedProduct, 'url' | 'backendUrl'>

/** A new investor who has signed in and opened a page. @param usdt the balance, as a decimal string */
export async function investorAt(
  stack: Product,
  path: string,
  { usdt, lng = 'en' }: { usdt?: string; lng?: Language } = {},
) {
  const investor = await newInvestor(stack.backendUrl, { usdt })
  const visitor = await signedIn(stack.url, investor, lng)
  return { investor, visitor, page: await visitor.visit(path) }
}

/** A new investor who has signed in, topped up 700 and deposited 300 of it. */
export async function investorWithDeposit(stack: Product) {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  return { investor, visitor: await signedIn(stack.url, investor, 'en') }
}
