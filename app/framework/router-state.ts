/**
 * The state of the browser's router, which the framework keeps on `window` and promises nobody. Its hooks tell what is
 * drawn; the router is ahead of them.
 */
const router = () => window.__remixRouter

/** Whether the router stands: from its first render on the address is its affair. */
export const routerStands = (): boolean => '__remixRouter' in window

/** The key of the page that the router has; each navigation and each form sent has one of its own. */
export const currentKey = (): string => router().state.location.key

/** Whether an answer is on its way. */
export const isIdle = (): boolean =>
  router().state.navigation.state === 'idle' && router().state.revalidation === 'idle'

/**
 * Whether the page is the answer to a form: a review page, or a form with its errors. To ask for its data anew would put
 * the empty form in its place.
 */
export const isFormAnswer = (): boolean => router().state.actionData !== null
