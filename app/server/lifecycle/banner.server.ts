import { type Env } from '~/env.server'

/** What the operator needs to know after the start; the log follows. */
export function printBanner({ demo, publicUrl }: Env, port: number): void {
  const url = new URL(publicUrl)
  if (url.hostname === 'localhost') url.port = String(port)
  const lines = [`Tideline: ${url.origin}`]
  if (demo)
    lines.push(
      'Demonstration: no real money',
      '  investor   investor / Demo-investor-1',
      '  operator   operator / Demo-operator-1',
      '  every code that is sent is 000000',
    )
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`)
}
