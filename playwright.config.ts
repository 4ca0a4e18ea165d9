import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, findChromium } from './tests/support/chromium'

/**
 * Journeys in a real browser. Each worker has a product of its own (tests/support/journey.ts), so the clock
 * that a journey moves is nobody else's.
 */
const chromium = findChromium()

export default defineConfig({
  globalSetup: './tests/support/run.setup.ts',
  testDir: './tests/e2e',
  outputDir: './test-results',
  snapshotPathTemplate: '{testDir}/accessibility-trees/{arg}{ext}',
  // Two more than the cores of a small machine: part of the tests wait.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 480_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      args: chromiumArguments,
      ...(chromium && { executablePath: chromium.path }),
    },
  },
})
