/** The scripts of pages that are not hydrated (scripts/build-islands.mjs). */
export type IslandName = 'calculator' | 'dialog' | 'passkey' | 'work'
