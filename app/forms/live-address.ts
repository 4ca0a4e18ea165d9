/** Marks the addresses that a script asks for the receipt of what is typed; the rest of their page stands already. */
const mark = 'live'

/** The address of a page's receipt alone. */
export const asLive = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}${mark}=1`

/** Whether only the receipt is wanted: a loader then leaves out what it does not need for it. */
export const isLive = ({ searchParams }: URL): boolean => searchParams.has(mark)
