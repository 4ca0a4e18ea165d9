import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type IslandName } from '~/framework/document'

/**
 * Where the scripts of public pages are: the build names each by its content (scripts/build-islands.mjs). Read once at
 * start, as the files themselves are.
 */
const folder = 'build/islands'
const files = readFolder()

/** @returns the address of an island; null if it is not built: its page works without it */
export function islandHref(name: IslandName): string | null {
  const file = files.find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'))
  return file ? `/${folder}/${file}` : null
}

/** This module is part of the server's bundle, which is next to `public`. */
function readFolder(): string[] {
  try {
    return readdirSync(fileURLToPath(new URL(`../public/${folder}`, import.meta.url)))
  } catch {
    return []
  }
}
