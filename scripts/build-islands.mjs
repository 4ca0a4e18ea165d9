import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/**
 * Builds the scripts of pages that are not hydrated, and the socket of those that are, each a separate file named by its content;
 * `app/site/islands/island.server.ts` finds them. A page works without its island, whose bytes are bounded
 * (tests/public-scripts.test.ts).
 */
const entries = {
  calculator: 'app/site/calculator/island.ts',
  passkey: 'app/forms/passkey-island.ts',
  dialog: 'app/site/islands/dialog.ts',
  fresh: 'app/cases/fresh-island.ts',
  copy: 'app/cases/copy-island.ts',
  notifications: 'app/notifications/client/socket-island.ts',
  shortcuts: 'app/routes/operator/shortcuts-island.ts',
  session: 'app/routes/operator/session-island.ts',
  work: 'app/site/islands/work.ts',
}
const folder = 'public/build/islands'

/**
 * The relay takes WebSocket alone (app/notifications/server), so the library's other ways of connecting, a fifth of its bytes, stay
 * out.
 */
const webSocketAlone = {
  name: 'WebSocket alone',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^\.\/transports\/(index|polling|webtransport)/ },
      ({ path, importer, resolveDir }) => {
        if (!importer.includes('engine.io-client')) return
        const namespace = path.endsWith('index.js') ? 'transports' : 'no transport'
        return { path, namespace, pluginData: resolveDir, sideEffects: false }
      },
    )
    onLoad({ filter: /./, namespace: 'transports' }, ({ pluginData }) => ({
      contents: `import { WS } from './transports/websocket.js'
        export const transports = { websocket: WS }`,
      resolveDir: pluginData,
    }))
    onLoad({ filter: /./, namespace: 'no transport' }, () => ({
      contents: 'export const Fetch = null, XHR = null, WT = null',
    }))
  },
}

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
    plugins: [webSocketAlone],
  })
}
