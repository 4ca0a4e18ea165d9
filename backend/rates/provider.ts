import { z } from 'zod'
import { type Decimal } from '../domain/decimal'

/**
 * The rates of an outside source: `GET RATES_URL` answers JSON, `{"base": "USDT", "rates": [{"coin": "BTC", "rate":
 * "96000.12", "at": "2026-01-01T09:00:00.000Z"}]}`, each rate a decimal string of USDT for one coin with the time at
 * which its source stated it. Invariants: an answer that is late, large, redirected or malformed is ignored; the
 * address may hold a secret, so no message contains it.
 */

export interface ProviderRate {
  coin: string
  rate: Decimal
  /** When its source stated it. */
  at: Date
}

const Answer = z.object({
  base: z.literal('USDT'),
  rates: z
    .array(
      z.object({
        coin: z.string().regex(/^[A-Z0-9]{2,10}$/),
        rate: z.string().regex(/^\d{1,12}(\.\d{1,18})?$/),
        at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      }),
    )
    .max(1000),
})

const limits = { ms: 10_000, bytes: 256 * 1024 }

export class ProviderError extends Error {
  override name = 'ProviderError'
}

/**
 * Queries the source once.
 * @throws ProviderError with the failure but without the address
 */
export async function askProvider(url: string, { ms, bytes } = limits): Promise<ProviderRate[]> {
  const text = await read(url, { ms, bytes }).catch((error: unknown) => {
    if (error instanceof ProviderError) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new ProviderError(late ? `did not answer within ${ms} ms` : 'could not be reached')
  })
  const parsed = Answer.safeParse(parse(text))
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') || 'the answer'
    throw new ProviderError(`answered in another shape: ${where}`)
  }
  return parsed.data.rates
}

async function read(url: string, { ms, bytes }: typeof limits): Promise<string> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(ms),
    headers: { accept: 'application/json' },
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new ProviderError(`answered ${response.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop ends the transfer.
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > bytes) throw new ProviderError(`answered more than ${bytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderError('answered something that is no JSON')
  }
}
