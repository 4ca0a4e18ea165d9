/**
 * A page that was fetched before it was asked for shows the past: no word of what has just been done, and counts of then.
 * The page is asked for once more, and its parts with `data-fresh` are exchanged. What somebody types in is no such part.
 */

const [navigation] = performance.getEntriesByType('navigation')
const { deliveryType } = (navigation ?? {}) as PerformanceResourceTiming & { deliveryType?: string }
if (deliveryType === 'navigational-prefetch') void bringUpToDate()

async function bringUpToDate(): Promise<void> {
  // Without an answer the page stays as it is: each form is checked when it is sent.
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
  if (!answer) return
  // The session has ended, or the case is gone: the page itself says so.
  if (answer.redirected || answer.status === 404) return location.reload()
  if (!answer.ok) return
  const fresh = partsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  for (const [place, part] of partsOf(document).entries()) {
    const other = fresh[place]
    const isSame = !other || other.dataset.fresh !== part.dataset.fresh || other.isEqualNode(part)
    if (!isSame && !part.contains(document.activeElement)) part.replaceWith(other)
  }
}

const partsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-fresh]')]

export {}
