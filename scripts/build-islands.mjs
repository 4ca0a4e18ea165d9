import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Builds the scripts of pages that are not hydrated, each a separate file named by its content; `app/site/islands/island.server.ts`
 * finds them. A page works without its island, whose bytes are bounded (tests/public-scripts.test.ts).
 */
const entries = {
  calculator: 'app/site/calculator/island.ts',
  passkey: 'app/forms/passkey-island.ts',
  dialog: 'app/site/islands/dialog.ts',
  shortcuts: 'app/routes/operator/shortcuts-island.ts',
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
