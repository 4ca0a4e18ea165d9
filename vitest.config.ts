import { fileURLToPath } from 'node:url'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

/** Two more than the cores of a small machine: some tests wait for a process to start, or for a deadline. */
const maxWorkers = 4
const common = {
  plugins: [vanillaExtractPlugin()],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  // Elements are created as in production, so that a test can run React as it is deployed.
  esbuild: { jsxDev: false as const },
}
/** Pages and their trees become garbage at once. A larger young generation saves a tenth of the processor's time. */
const execArgv = ['--max-semi-space-size=64']
/** A full run has matrices and random runs of several minutes. */
const timeoutMs = process.env['TEST_FULL'] === '1' ? 600_000 : 120_000
const limits = {
  maxWorkers,
  execArgv,
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
  // Of an object that is not the expected one, the message says all of it.
  chaiConfig: { truncateThreshold: 2_000 },
}

/** Tests next to the sources that control the time, start processes, or keep a processor busy for long. */
const apart = [
  'app/notifications/server/session-channel.server.test.ts',
  'app/server/lifecycle/backend-process.server.test.ts',
  'backend/cli/create-operator.test.ts',
  'backend/db/embedded.test.ts',
  'backend/db/embedded/ownership.test.ts',
  'backend/demo/begin.test.ts',
  'backend/funds/quotes.property.test.ts',
  'backend/jobs/killed.test.ts',
  'backend/storage/multipart.test.ts',
  'backend/funds/ledger.property.test.ts',
]

const measured = 'tests/fuzz/**/*.test.ts'

export default defineConfig({
  // For the setup that all projects share.
  resolve: common.resolve,
  test: {
    // One for all projects, so that shared resources are created once.
    globalSetup: ['tests/support/run.setup.ts'],
    maxWorkers,
    projects: [
      {
        ...common,
        test: {
          ...limits,
          name: 'units',
          include: ['{app,backend}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...apart],
          // They change nothing that another file reads, and loading the code again for each file would double the time.
          isolate: false,
        },
      },
      {
        ...common,
        test: {
          ...limits,
          name: 'integration',
          include: ['tests/**/*.test.{ts,tsx}', ...apart],
          exclude: [...configDefaults.exclude, measured],
          // Each file starts what it asks in its own process, or processes of its own; loading the code again for each
          // file would cost more than all of its requests.
          isolate: false,
          // React runs as it is deployed.
          env: { NODE_ENV: 'production' },
        },
      },
      {
        ...common,
        test: {
          ...limits,
          name: 'fuzz',
          include: [measured],
          // Each file has a process of its own, because it measures the processor's time and the memory of the process.
          env: { NODE_ENV: 'production' },
        },
      },
    ],
  },
})
