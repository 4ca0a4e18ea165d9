/** What a program serves for Prometheus, as it is asked for. */
export interface Numbers {
  /** The whole answer. */
  text: string
  /** Names of all metrics, with those of the parts of a histogram. */
  names: ReadonlySet<string>
  /** The sum of the values whose labels contain these; undefined if there is none. */
  of: (name: string, labels?: Record<string, string>) => number | undefined
  /** The values of a label. */
  labels: (name: string, label: string) => string[]
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** @param port of the program's numbers, on this machine */
export async function numbersAt(port: number): Promise<Numbers> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (answer.status !== 200) throw new Error(`the numbers are not served: ${answer.status}`)
  return numbersIn(await answer.text())
}

export function numbersIn(text: string): Numbers {
  const samples = text.split('\n').flatMap((row) => sampleIn(row) ?? [])
  const named = (name: string) => samples.filter((sample) => sample.name === name)
  return {
    text,
    names: new Set(samples.map(({ name }) => name)),
    of(name, labels = {}) {
      const fitting = named(name).filter((sample) =>
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )
      return fitting.length > 0 ? fitting.reduce((sum, { value }) => sum + value, 0) : undefined
    },
    labels: (name, label) => [...new Set(named(name).map(({ labels }) => labels[label] ?? ''))].sort(),
  }
}

function sampleIn(row: string): Sample | null {
  const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(row) ?? []
  if (name === undefined || value === undefined) return null
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
  return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
}
