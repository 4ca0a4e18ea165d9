/** The page that shows the kit is for development: no other build has it. */
const developmentRoutes = process.env.NODE_ENV === 'development' ? [] : ['routes/kit']

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  appDirectory: 'app',
  assetsBuildDirectory: 'public/build',
  publicPath: '/build/',
  server: './server.ts',
  serverBuildPath: 'build/index.js',
  serverModuleFormat: 'esm',
  serverPlatform: 'node',
  // Its parser is needed where a dialect is configured: an import of the whole file would run it at each start.
  serverDependenciesToBundle: ['yaml'],
  watchPaths: ['./locales/**/*.json'],
  ignoredRouteFiles: ['**/*.test.{ts,tsx}', '**/*.css.ts', ...developmentRoutes],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
}
