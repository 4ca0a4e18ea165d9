/**
 * The state of the browser's router, which the framework keeps on `window` without documenting it. Its hooks return
 * what is drawn; the router is ahead of them.
 */
const router = () => window.__remixRouter

/** Whether the router is ready: from its first render on it owns the address. */
export const isRouterReady = (): boolean => '__remixRouter' in window

/** The key of the router's page; each navigation and each submission has its own. */
export const currentKey = (): string => router().state.location.key

/** Whether no answer is pending. */
export const isIdle = (): boolean =>
  router().state.navigation.state === 'idle' && router().state.revalidation === 'idle'

/**
 * Whether the page is the answer to a form: a review page, or a form with its errors. A refetch would replace it with
 * the empty form.
 */
export const isFormAnswer = (): boolean => router().state.actionData !== null
