import { z } from 'zod'
import { type Part, everyPage } from '~/lists/every-page.server'
import { type Reader } from '~/session/reader.server'
import { type Upstream } from '~/upstream/types'

/**
 * All stored data, of any length. The upstream's answer has at most 2 MiB, the limit of the contract, and names the
 * lists whose oldest entries it left out. Those are read in full by their own calls, a page at a time.
 */

const Left = z.object({ list: z.string(), call: z.string().nullable() })

type ReadPage = (
  upstream: Upstream,
  page: number,
  signal: AbortSignal,
) => Promise<Part<{ id: string | null }>>

const newest = { sort: 'createdAt', sortDir: 'desc', limit: 100 } as const

const readers: Partial<Record<string, ReadPage>> = {
  operations: (upstream, page, signal) =>
    upstream.user.operations({ ...newest, limit: 1000, page }, { signal }),
  refills: (upstream, page, signal) => upstream.refills.list({ ...newest, page }, { signal }),
  payments: (upstream, page, signal) => upstream.payments.list({ ...newest, page }, { signal }),
  deposits: (upstream, page, signal) =>
    upstream.deposits.list({ ...newest, sort: 'startedAt', page }, { signal }),
  notifications: (upstream, page, signal) => upstream.notification.list({ ...newest, page }, { signal }),
}

/**
 * The file in pieces: the upstream's answer, then under `whole` each list that it had to cut, in full. A list without
 * a call stays named under `more`.
 */
export async function* wholeExport(
  { more, ...held }: Record<string, unknown>,
  upstream: Upstream,
  { gone, drained }: Pick<Reader, 'gone' | 'drained'>,
): AsyncGenerator<string, void> {
  const left = z.array(Left).catch([]).parse(more)
  const cut = left.flatMap(({ list }) => {
    const read = readers[list]
    return read ? [{ list, read }] : []
  })
  const unread = left.filter(({ list }) => !readers[list])
  const head = JSON.stringify(unread.length > 0 ? { ...held, more: unread } : held, null, 2)
  if (cut.length === 0) {
    yield head
    return
  }
  yield `${head.slice(0, -2)},\n  "whole": {`
  for (const [at, { list, read }] of cut.entries()) {
    yield `${at > 0 ? ',' : ''}\n    ${JSON.stringify(list)}: [`
    let lead = '\n      '
    for await (const items of everyPage((page) => read(upstream, page, gone))) {
      yield lead + items.map((item) => JSON.stringify(item)).join(',\n      ')
      lead = ',\n      '
      await drained()
    }
    yield '\n    ]'
  }
  yield '\n  }\n}'
}
