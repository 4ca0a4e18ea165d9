import { type Page, expect } from '@playwright/test'
import { takenOver } from './steps'
import { readStop } from './tab-stops'

/** The keys of a reader who has nothing else: each press is counted, what is typed into a field is not. */
export interface SeenKeys {
  /**
   * Presses a key. After it something has the focus, in the window and uncovered, unless it has opened another document.
   * @param options.movesFocus false for a press after which nothing needs the focus
   */
  press: (key: string, options?: { movesFocus?: boolean }) => Promise<void>
  /** How many presses there have been. */
  pressed: () => number
  type: (text: string) => Promise<void>
}

export function seenKeys(page: Page): SeenKeys {
  const { keyboard } = page
  let pressed = 0
  /** Why nobody sees where the focus is; null where it is seen. */
  const problemNow = async (): Promise<string | null> => {
    const isNew = await page.evaluate(() => !('isKnown' in window))
    const stop = await page.evaluate(readStop, 'now' as const)
    if (!stop) return isNew ? null : 'nothing has the focus'
    return stop.problem && `${stop.name}: ${stop.problem}`
  }
  return {
    async press(key, { movesFocus = true } = {}) {
      pressed += 1
      await page.evaluate(() => Object.assign(window, { isKnown: true }))
      await keyboard.press(key)
      if (!movesFocus) return
      // A press that opens another document ends what is read of this one.
      const read = () => problemNow().catch(() => 'the page is on its way')
      await expect.poll(read, { message: `after ${key} on ${new URL(page.url()).pathname}` }).toBeNull()
    },
    pressed: () => pressed,
    type: (text) => keyboard.type(text),
  }
}

/** A reader with a keyboard alone who goes from field to field and from page to page. */
export function keyboardOf(page: Page) {
  const { press, pressed, type } = seenKeys(page)
  const counted = async (task: () => Promise<void>): Promise<number> => {
    const before = pressed()
    await task()
    return pressed() - before
  }
  /** Presses Tab, or Shift and Tab, until such an element has the focus. */
  const tabTo = async (selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await press(key)
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    }
    throw new Error(`${selector} can't be reached by the keyboard`)
  }
  /** Past the navigation, unless the focus is behind it. */
  const toContent = async () => {
    if (await page.evaluate(() => document.activeElement?.closest('main') !== null)) return
    await tabTo('a[href="#main"]')
    // A place takes no focus; the next Tab goes on from there (`navigation-and-focus.spec.ts`).
    await press('Enter', { movesFocus: false })
    await expect(page).toHaveURL(/#main$/)
  }
  const follow = async (href: string, key?: 'Tab' | 'Shift+Tab') => {
    await tabTo(`a[href="${href}"]`, key)
    await press('Enter')
    await expect(page).toHaveURL(new RegExp(`${href}$`))
    await takenOver(page)
    await expect(page.locator('main h1')).toBeFocused()
  }
  return { press, counted, tabTo, toContent, follow, type }
}

/** Compares the presses of each task with the allowed ones, and prints them. */
export function expectFew(presses: Record<string, { of: number; allowed: number }>) {
  const all = Object.entries(presses)
  process.stdout.write(`presses: ${all.map(([task, { of }]) => `${task} ${of}`).join(', ')}\n`)
  for (const [task, { of, allowed }] of all) expect(of, `presses: ${task}`).toBeLessThanOrEqual(allowed)
}
