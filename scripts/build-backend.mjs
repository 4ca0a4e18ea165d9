import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * Builds the backend and the commands of its operation into a folder, with the migrations next to them.
 * @param {string} outdir
 */
export async function buildBackend(outdir) {
  await build({
    entryPoints: {
      backend: 'backend/main.ts',
      operator: 'backend/cli/main.ts',
      audit: 'backend/cli/check-audit.ts',
      backup: 'backend/cli/backup.ts',
      restore: 'backend/cli/restore.ts',
      move: 'backend/cli/move.ts',
      fill: 'backend/cli/fill.ts',
      doctor: 'scripts/doctor/main.ts',
    },
    outdir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    logLevel: 'warning',
  })
  cpSync('backend/db/migrations', join(outdir, 'migrations'), { recursive: true })
}
