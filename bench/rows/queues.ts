import { type Investor, demoOperator, knownInvestor } from '../../tests/support/investor'
import { startStack } from '../../tests/support/stack'
import { fillQueues, questions } from '../long-queues'
import { type Figure, type Row, type World, median } from '../row'

const many = 100_000
const few = 1_000

/** Two products of their own, each on its database; every question is put to both in turn. */
export const queues: Row = {
  name: `queues of ${many.toLocaleString('en')} cases each`,
  yardstick: `the same with ${few.toLocaleString('en')}`,
  async measure({ rounds }: World) {
    const counts = rounds === 1 ? { long: 2_000, short: few } : { long: many, short: few }
    const long = await startStack()
    try {
      const short = await startStack()
      try {
        await fillQueues(long.dataDir, counts.long)
        await fillQueues(short.dataDir, counts.short)
        const products = {
          long: await knownInvestor(long.backendUrl, demoOperator),
          short: await knownInvestor(short.backendUrl, demoOperator),
        }
        const paths = { long: questions(counts.long), short: questions(counts.short) }
        const names = Object.keys(paths.long)
        const none = () => ({ long: [] as number[], short: [] as number[] })
        const taken = new Map(names.map((what) => [what, none()]))
        // A moment in which the machine has other work is spread over all questions.
        for (let round = 0; round < rounds * 12; round += 1)
          for (const what of names)
            for (const side of ['long', 'short'] as const) {
              const ms = await timeOf(products[side], paths[side][what]!)
              if (round > 1 || rounds === 1) taken.get(what)![side].push(ms)
            }
        return names.map((what): Figure => {
          const { long: product, short: yardstick } = taken.get(what)!
          const [slow, quick] = [median(product), median(yardstick)]
          return { what, product: slow, yardstick: quick, unit: 'ms', budget: { atMost: 2 } }
        })
      } finally {
        await short.stop()
      }
    } finally {
      await long.stop()
    }
  },
}

async function timeOf({ ask }: Pick<Investor, 'ask'>, path: string): Promise<number> {
  const began = performance.now()
  await ask('GET', path)
  return performance.now() - began
}
