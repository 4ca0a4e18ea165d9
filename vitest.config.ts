import { fileURLToPath } from 'node:url'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [vanillaExtractPlugin()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Elements are made as in production, so that a test can run React as it is deployed.
  esbuild: { jsxDev: false },
  test: {
    globalSetup: ['tests/support/run.setup.ts'],
    include: ['{app,backend,tests}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
