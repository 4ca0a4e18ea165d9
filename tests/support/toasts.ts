import { type Page } from '@playwright/test'

/** What toasts a page shows over its whole life, however briefly they stand. */

interface Noting {
  toastAmounts: string[]
}

/** In the page, from its start on: the amount in each toast, as they appear. */
export function noteToasts(): void {
  const noting = window as unknown as Noting
  noting.toastAmounts = []
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    for (const node of added) {
      const amount = node.parentElement?.closest('[role=status]') && /\d+\.\d\d/.exec(node.textContent ?? '')
      if (amount) noting.toastAmounts.push(amount[0])
    }
  }).observe(document, { childList: true, subtree: true })
}

/** The amounts that were noted, in their order. */
export const toastAmountsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Noting).toastAmounts)
