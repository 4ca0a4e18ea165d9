import { demoOperator, knownInvestor } from './investor'

/** The inquiries of visitors, as the demonstration's operator gets them from the API. */
export const inquiriesOf = (stack: { backendUrl: string }) => listed(stack, 'inquiries')

/** The applications for vacancies, likewise. */
export const applicationsOf = (stack: { backendUrl: string }) => listed(stack, 'applications')

async function listed({ backendUrl }: { backendUrl: string }, queue: string): Promise<unknown[]> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { items } = (await ask('GET', `/ext/operator/${queue}?limit=100`)) as { items: unknown[] }
  return items
}
