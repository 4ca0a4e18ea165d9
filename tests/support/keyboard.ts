import { type Page, expect } from '@playwright/test'
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
