import { contract } from '~/contract'
import { ask } from './client'
import { signIn } from './people'
import { type TestUpstream } from './upstream'

const { operator } = contract

/** Two operators, of whom each may approve what the other proposes. */
export interface Pair {
  first: { token: string }
  second: { token: string }
}

/** Runs the work with changes that need a second operator, and without a limit for decisions. */
export async function withFourEyes(
  upstream: TestUpstream,
  work: (pair: Pair) => Promise<void>,
): Promise<void> {
  const pair = { first: await signIn(upstream, 'operator'), second: await signIn(upstream, 'admin') }
  const rule = (on: boolean) => ({ key: 'fourEyes', value: { on, over: { payment: '0', refill: '0' } } })
  await ask(upstream, operator.editSetting, rule(true), pair.first)
  try {
    await work(pair)
  } finally {
    const { proposal } = await ask(upstream, operator.editSetting, rule(false), pair.first)
    await ask(upstream, operator.decideProposal, { id: proposal!.id, decision: 'approve' }, pair.second)
  }
}
