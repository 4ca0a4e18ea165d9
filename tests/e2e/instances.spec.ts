import { startBalancer } from '../support/balancer'
import { newInvestor, topUp } from '../support/investor'
import { expect, startWatchedStack, test as journey, type WatchedStack } from '../support/journey'
import { enterCabinet } from '../support/steps'
import { toastAmountsOf, noteToasts } from '../support/toasts'

/**
 * Two instances of the app on one Redis act as one product: each notification is shown once, whichever
 * instance sends it.
 */

const redisUrl = process.env['REDIS_URL_TEST']

journey.describe('notifications behind a plain round robin', () => {
  const balanced = journey.extend<object, { stack: WatchedStack }>({
    stack: [
      async ({}, use) => {
        const balancer = await startBalancer()
        const stack = await startWatchedStack({
          env: { REDIS_URL: redisUrl ?? '' },
          front: (appUrl) => Promise.resolve(balancer.add(appUrl)),
        })
        await use(stack)
        await stack.stop()
        await balancer.close()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })
  balanced.skip(!redisUrl, 'no Redis here')

  balanced('are neither lost nor doubled when one of two is killed', async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    await page.addInitScript(noteToasts)
    await enterCabinet(page, investor)
    const toastAmounts = () => toastAmountsOf(page)
    const notifies = async (amount: string) => {
      await topUp(investor, amount)
      await expect.poll(toastAmounts, { timeout: 40_000 }).toContain(`${amount}.00`)
    }
    await notifies('101')
    await stack.startInstance()
    // The socket is connected to the first instance.
    await stack.kill('app')
    await topUp(investor, '102')
    await notifies('103')
    await stack.start('app')
    await notifies('104')
    expect(await toastAmounts()).toEqual(['101.00', '102.00', '103.00', '104.00'])
  })
})
