import { type Page } from '@playwright/test'

/** What a keyboard meets on a page. */
export interface TabStops {
  /** How many times Tab was pressed until the page was left. */
  count: number
  /** Each stop whose focus can't be seen, with the reason, and each control that Tab does not come to. */
  hidden: string[]
}

/** No page has more; one that does holds the focus in a circle. */
const maxStops = 500

/**
 * Goes through a page by Tab, from its beginning to its end, and looks at each stop: the element that has the focus, or its
 * label where it is drawn by that, stands in the window, is not covered by what stays in view while the page scrolls, and
 * has an outline that it does not have without the focus.
 */
export async function tabStopsOf(page: Page): Promise<TabStops> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    // Tab goes on from the last focus, also if that has ended: a field may have had it from the start.
    if (document.activeElement !== document.body) {
      document.body.tabIndex = -1
      document.body.focus()
      document.body.removeAttribute('tabindex')
    }
    getSelection()?.removeAllRanges()
  })
  const hidden: string[] = []
  for (let count = 1; count <= maxStops; count++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(readStop, 'walk' as const)
    if (!stop) return { count: count - 1, hidden: [...hidden, ...(await page.evaluate(readMissed))] }
    if (stop.problem) hidden.push(`${stop.name}: ${stop.problem}`)
  }
  return { count: maxStops, hidden: [...hidden, `the page is not left after ${maxStops} presses`] }
}

/** Runs in the page, after a walk through it. */
function readMissed(): string[] {
  const { tabStops } = window as unknown as { tabStops: WeakSet<Element> }
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
  // A group of radio buttons has one stop.
  const isMet = (one: HTMLElement) =>
    tabStops.has(one) ||
    (one instanceof HTMLInputElement &&
      one.type === 'radio' &&
      [...document.querySelectorAll(`input[name="${CSS.escape(one.name)}"]`)].some((other) =>
        tabStops.has(other),
      ))
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled') && !isMet(one))
    .map((one) => `${one.localName} “${one.innerText.trim().slice(0, 40)}”: is not met`)
}

/**
 * Runs in the page.
 * @param use `now`: where the element that has the focus stands, whose focus stays; `walk`: also its turn and its outline
 * @returns null: the page has been left, or begins again
 */
export function readStop(use: 'now' | 'walk'): { name: string; problem: string | null } | null {
  const focused = document.activeElement as HTMLElement | null
  if (!focused || focused === document.body || focused === document.documentElement) return null
  // Each part of a date field has a stop of its own.
  const hasParts = focused.matches('input[type=date]')
  const visited = ((window as unknown as { tabStops?: WeakSet<Element> }).tabStops ??= new WeakSet())
  const { lastStop } = window as unknown as { lastStop?: Element }
  const isWalk = use === 'walk'
  if (isWalk && hasParts && focused === lastStop) return { name: '', problem: null }
  if (isWalk && visited.has(focused)) return null
  if (isWalk) visited.add(focused)
  const isBack = lastStop && !(lastStop.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
  if (isWalk) Object.assign(window, { lastStop: focused })

  const seen = drawnBy(focused)
  const text = (seen.innerText || focused.getAttribute('aria-label') || focused.getAttribute('name')) ?? ''
  const name = `${focused.localName} “${text.replace(/\s+/g, ' ').trim().slice(0, 40)}”`
  return { name, problem: problemOf() }

  function problemOf(): string | null {
    if (isWalk && isBack) return 'comes after what follows it'
    const boxes = [...seen.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const box = boxes[0]
    if (!box) return 'has no box'
    const inWindow = boxes.filter(
      ({ left, right, top, bottom }) => right > 0 && left < innerWidth && bottom > 0 && top < innerHeight,
    )
    if (inWindow.length === 0)
      return `stands outside the window, at ${Math.round(box.left)}, ${Math.round(box.top)}`
    const covering = inWindow.flatMap(coversOf)
    // Some part of it is to be seen.
    if (covering.length > 0 && covering.every((one) => one !== null))
      return `is covered by ${covering[0]?.localName}.${covering[0]?.className}`
    if (!isWalk) return null
    const outlines = outlinesNow()
    // The next press goes on from here, as after a press of the mouse; in a date field it would begin anew.
    if (hasParts) return outlines.some((one) => one !== null) ? null : 'has no outline'
    focused!.blur()
    return outlines.some((one, place) => one !== null && one !== outlinesNow()[place])
      ? null
      : 'has no outline'
  }

  /** What lies over the corners and the middle of a box; null where nothing does. */
  function coversOf({ left, right, top, bottom }: DOMRect): (Element | null)[] {
    const inset = 3
    const places = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ] as const
    return places
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
      .map(([x, y]) => {
        const over = document.elementFromPoint(x, y)
        return !over || seen.contains(over) || over.contains(seen) || focused!.contains(over) ? null : over
      })
  }

  /** Of the element, its parts and what it stands in; null for none that can be seen. */
  function outlinesNow(): (string | null)[] {
    return [focused!, seen, ...seen.querySelectorAll('*'), seen.parentElement!].map((one) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(one)
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return null
      return [outlineStyle, outlineWidth, outlineColor, outlineOffset].join(' ')
    })
  }

  /** A control that is hidden behind its own drawing is seen as its label. */
  function drawnBy(element: HTMLElement): HTMLElement {
    const { opacity, clipPath } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const isHidden = opacity === '0' || clipPath !== 'none' || width < 2 || height < 2
    const label = (element as HTMLInputElement).labels?.[0] ?? element.closest('label')
    return isHidden && label ? label : element
  }
}
