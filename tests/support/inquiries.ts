import { demoOperator, knownInvestor } from './investor'

/** The inquiries of visitors, as the demonstration's operator gets them from the API. */
export async function inquiriesOf({ backendUrl }: { backendUrl: string }): Promise<unknown[]> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { items } = (await ask('GET', '/ext/operator/inquiries?limit=100')) as { items: unknown[] }
  return items
}
