import { build } from 'esbuild'

/** What packages in the older form of modules find in every file. */
const namesOfCommonJs = `
import { createRequire as __requireOfBundle } from 'node:module'
import { fileURLToPath as __pathOfBundle } from 'node:url'
const require = __requireOfBundle(import.meta.url)
const __filename = __pathOfBundle(import.meta.url)
const __dirname = __pathOfBundle(new URL('.', import.meta.url))`

/**
 * Bundles the compiled app with the packages that it imports: one file is read and compiled at start instead of a
 * thousand. Names and lines stay, so that a stack trace can be read. It also writes `start.js`, the supervisor.
 * @param {string} outdir the folder of `index.js`, which is replaced
 */
export async function bundleServer(outdir) {
  await build({
    entryPoints: { index: `${outdir}/index.js` },
    outdir,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    // One instance of each package for both `import` and `require`.
    mainFields: ['main', 'module'],
    define: { 'process.env.NODE_ENV': '"production"' },
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: namesOfCommonJs },
    plugins: [withoutDeadWeight],
  })
  await build({
    entryPoints: { start: 'app/server/lifecycle/start.server.ts' },
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    logLevel: 'warning',
  })
}

/**
 * A third of the bytes: imports of packages in code that the app does not run, and packages that only some deployments
 * need.
 */
const withoutDeadWeight = {
  name: 'without dead weight',
  setup({ onResolve }) {
    // Loaded if there is a REDIS_URL.
    onResolve({ filter: /^redis$/ }, ({ path }) => ({ path, external: true }))
    // Loaded if there is a METRICS_PORT, an OTEL_EXPORTER_OTLP_ENDPOINT or a SENTRY_DSN.
    onResolve({ filter: /^(prom-client$|find-my-way$|(@opentelemetry|@sentry)\/)/ }, ({ path }) => ({
      path,
      external: true,
    }))
    // Other charsets than UTF-8, for parsers of Express: the app has its own.
    onResolve({ filter: /^iconv-lite$/ }, ({ path }) => ({ path, external: true }))
    // Remix's own copy, for `installGlobals`: the platform has `fetch`.
    onResolve({ filter: /^undici$/ }, ({ path, importer }) =>
      importer.includes('@remix-run/node') ? { path, external: true } : null,
    )
    // zod's messages in forty languages: this app's own are in `locales`.
    onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      /zod.v4/.test(importer) ? { path: `${resolveDir}/../locales/en.js` } : null,
    )
  },
}
