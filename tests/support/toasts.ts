import { type Locator, type Page } from '@playwright/test'

/** The toasts on a page, and that with a text. A screen reader finds them as the list in the region that F8 leads to. */
export const toastsOn = (page: Page): Locator =>
  page.getByRole('region', { name: '(F8)' }).getByRole('listitem')
export const toastOn = (page: Page, text: string): Locator => toastsOn(page).filter({ hasText: text })

/** Records the toasts of a page over its whole life, however briefly they are shown. */

interface Noting {
  toastAmounts: string[]
}

/** Runs in the page from its start: records the amount in each toast, in order. */
export function noteToasts(): void {
  const noting = window as unknown as Noting
  noting.toastAmounts = []
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    for (const node of added) {
      const amount =
        node.parentElement?.closest('[role=region] > ol') && /\d+\.\d\d/.exec(node.textContent ?? '')
      if (amount) noting.toastAmounts.push(amount[0])
    }
  }).observe(document, { childList: true, subtree: true })
}

/** The recorded amounts, in order. */
export const toastAmountsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Noting).toastAmounts)
