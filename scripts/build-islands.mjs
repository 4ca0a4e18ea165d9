import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Builds the scripts of public pages, each a file of its own named by its content; `app/site/islands/island.server.ts`
 * finds them. An island is what a page can do without: it may weigh 2 KB (tests/public-scripts.test.ts).
 */
const entries = {
  calculator: 'app/site/calculator/island.ts',
  dialog: 'app/site/islands/dialog.ts',
  work: 'app/site/islands/work.ts',
}
const folder = 'public/build/islands'

export async function buildIslands() {
  rmSync(folder, { recursive: true, force: true })
  await build({
    entryPoints: entries,
    outdir: folder,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2020',
    format: 'esm',
    logLevel: 'warning',
  })
}
