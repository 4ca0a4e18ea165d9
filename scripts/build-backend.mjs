import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * Builds the backend into `backend.js`, `operator.js` and `audit.js` of a folder, with the migrations next to them.
 * @param {string} outdir
 */
export async function buildBackend(outdir) {
  await build({
    entryPoints: {
      backend: 'backend/main.ts',
      operator: 'backend/cli/main.ts',
      audit: 'backend/cli/check-audit.ts',
    },
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  })
  cpSync('backend/db/migrations', join(outdir, 'migrations'), { recursive: true })
}
