import { accruedBy, decimalOf, unitsOf } from '~/investments/accrual'
import { plainAmount, written } from './notation'

/**
 * The calculator answers while the reader types. What follows from the figures on the page is calculated here, by the
 * server's own code. What needs texts (another plan, coin, unit or step, an amount that is wrong or in an unusual
 * notation) is fetched from the server. Meanwhile no figure is shown beside an amount that it does not belong to.
 * Without this script the form answers when it is sent.
 */

/** What `result.tsx` writes for us; all of it is text. */
type Facts = Record<
  'for' | 'percent' | 'days' | 'multiplier' | 'restDays' | 'coin' | 'group' | 'point' | 'scale' | 'shown',
  string
> &
  Partial<Record<'min' | 'max' | 'rate', string>>

const pauseMs = 300
const usdt = { coin: 'USDT', scale: 6, shown: 2 }
/** More decimals than any bound has. */
const finest = 40

const find = (page: Document, name: string) => page.getElementById(`calculator-${name}`)
const field = find(document, 'amount') as HTMLInputElement
const form = field.form!
const query = () => `?${new URLSearchParams(new FormData(form) as unknown as URLSearchParams)}`
const chosen = () =>
  ['plan', 'coin', 'unit', 'by'].map((name) => new FormData(form).get(name) as string).join(' ')

let waiting: ReturnType<typeof setTimeout>

function answer(): void {
  clearTimeout(waiting)
  const result = find(document, 'result')!
  const facts = result.dataset as Facts
  const value = facts.for === chosen() ? judge(facts) : null
  for (const figure of result.querySelectorAll<HTMLElement>('[data-day]'))
    figure.textContent = value ? figureOf(figure, value, facts) : '—'
  if (value) showProblem(null)
  else waiting = setTimeout(() => void askServer().catch(() => {}), pauseMs)
}

/** The amount, if it is in a plain notation and the plan accepts it. */
function judge({ min, max, point, scale }: Facts): string | null {
  const value = plainAmount(field.value, { point, scale: +scale })
  const units = (decimal: string) => unitsOf(finest, decimal)
  if (!value || !min || units(value) < units(min) || (max && units(value) > units(max))) return null
  return value
}

function figureOf({ dataset, ownerSVGElement }: FigureElement, amount: string, facts: Facts): string {
  const { percent, multiplier, rate, coin, group, point } = facts
  const [days, restDays, scale, shown] = [+facts.days, +facts.restDays, +facts.scale, +facts.shown]
  const signs = { coin, group, point, scale, shown }
  let units = accruedBy(+dataset.day!, amount, scale, { percent, days, multiplier, restDays })
  if ('total' in dataset) units += unitsOf(scale, amount)
  if ('worth' in dataset) {
    const worth = unitsOf(usdt.scale, decimalOf(units, scale), rate!)
    return written(decimalOf(worth, usdt.scale), { ...signs, ...usdt })
  }
  return written(decimalOf(units, scale), signs, Boolean(ownerSVGElement))
}

/** Of a figure in the drawing there is a drawing around it. */
type FigureElement = HTMLElement & { ownerSVGElement?: SVGSVGElement }

async function askServer(): Promise<void> {
  const requested = query()
  const page = new DOMParser().parseFromString(await (await fetch(requested)).text(), 'text/html')
  if (requested !== query() || !find(page, 'result')) return
  for (const part of ['result', 'amount-hint']) find(document, part)!.replaceWith(find(page, part)!)
  showProblem(find(page, 'amount-error'))
}

/** The error of the amount, below its field. */
function showProblem(problem: HTMLElement | null): void {
  find(document, 'amount-error')?.remove()
  field.toggleAttribute('aria-invalid', false)
  if (!problem) return
  field.parentElement!.after(problem)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', `${field.id}-hint ${problem.id}`)
}

form.addEventListener('input', answer)
// A browser that returns to the page has restored the typed values.
addEventListener('pageshow', () => find(document, 'amount-error') ?? answer())
