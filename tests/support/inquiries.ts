import { demoOperator, knownInvestor } from './investor'

/** What visitors have sent, as the demonstration's operator asks the API for it. */
export async function inquiriesOf({ backendUrl }: { backendUrl: string }): Promise<unknown[]> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { items } = (await ask('GET', '/ext/operator/inquiries?limit=100')) as { items: unknown[] }
  return items
}
