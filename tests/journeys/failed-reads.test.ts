import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-faulty-journey'
import { textsOf } from '../support/texts'
import { signedIn } from '../support/visitor'

/** A page that can't be read now is not said to be missing. */

test('"this was not me" that the upstream can\'t show says so, and is there again with the upstream', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  const { password: currentPassword } = investor
  const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
  await investor.ask('PATCH', '/user-data/wallets/update', { wallets, currentPassword })
  const visitor = await signedIn(stack.url, investor, 'en')
  const list = (await investor.ask('GET', '/notification')) as { items: { id: string; message: string }[] }
  const saved = list.items.find(({ message }) => message.includes('TRC-20'))!
  const path = `/cabinet/notifications/${saved.id}/not-me`

  stack.faulty.fail('answers 503', { method: 'GET', path: /\/not-me$/ })
  const failed = await visitor.visit(path)
  expect(failed.status).toBe(503)
  expect(failed.text).not.toContain(say('errors:page.notFound'))
  expect((await visitor.visit(`/cabinet/notifications/${saved.id}`)).status, 'the notification').toBe(200)
  stack.faulty.heal()
  const page = await visitor.visit(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain(say('auth:notMe.report'))
})
