import { test as base, expect } from 'vitest'
import { contract } from '~/contract'
import { ask, refusal } from '../contract/client'
import { newInvestor, signIn } from '../contract/people'
import { startApp } from '../support/in-process-app'
import { currentPassword, demoOperator } from '../support/investor'
import { textsOf } from '../support/texts'
import { authenticator } from '../support/totp'
import { openVisitor } from '../support/visitor'

/** Outside the demonstration an operator sees and decides nothing before a second factor is set up. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ demo: false, env: { DEMO: '0' } })
  onCleanup(() => app.stop())
  return app
})

test('an operator is led to set one up, and decides then', async ({ app }) => {
  const say = textsOf('en')
  const { upstream } = app
  const bearer = await signIn(upstream, 'operator')
  for (const call of [contract.operator.summary, contract.operator.users, contract.operator.audit])
    expect((await refusal(upstream, call, {}, bearer)).body.code).toBe('factor_required')
  const decision = { id: (await newInvestor(upstream)).id, decision: 'suspend', reason: 'A second account.' }
  expect((await refusal(upstream, contract.operator.decideUser, decision, bearer)).status).toBe(403)

  const visitor = openVisitor(app.url, 'en')
  const list = await visitor.submit(await visitor.visit('/login'), 'name="password"', { ...demoOperator })
  expect(list.url.pathname).toBe('/operator/security')
  expect(list.text).toContain(say('security:factors.required'))
  const start = await visitor.follow(list, say('security:totp.title'))
  expect(start.url.pathname).toBe('/operator/security/totp')
  const requested = await visitor.submit(start, 'name="name"', { name: 'Phone' })
  const shown = await visitor.submit(requested, 'name="name"', {
    name: 'Phone',
    currentPassword: demoOperator.password,
  })
  const key = authenticator(shown.value('secret'))
  const codes = await visitor.submit(shown, 'name="code"', { code: key.next() })
  expect(codes.$('main ol code')).toHaveLength(10)
  const done = await visitor.follow(codes, say('security:recovery.kept'))
  expect(done.url.pathname).toBe('/operator/security')
  expect(done.text).toContain('Phone')
  expect((await visitor.visit('/operator')).textOf('main h1')).toBe(say('operator:summary.title'))
  await ask(upstream, contract.operator.decideUser, decision, bearer)

  // Renaming and new codes have pages of their own there, too.
  const factor = await visitor.follow(done, 'Phone')
  const renamed = await visitor.submit(factor, 'id="name"', { name: 'Old phone' })
  expect([renamed.url.pathname, renamed.text.includes('Old phone')]).toEqual(['/operator/security', true])
  const renewed = await visitor.submit(await visitor.visit('/operator/security/recovery-codes'), 'id="form"')
  expect(renewed.$('main ol code')).toHaveLength(10)

  const next = openVisitor(app.url, 'en')
  const half = await next.submit(await next.visit('/login'), 'name="password"', { ...demoOperator })
  expect(half.url.pathname).toBe('/login/second-factor')
  expect((await next.submit(half, 'name="code"', { code: key.next() })).url.pathname).toBe('/operator')
})

test('nobody else has these pages', async ({ app }) => {
  const visitor = openVisitor(app.url, 'en')
  const person = await newInvestor(app.upstream)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', {
    login: person.login,
    password: currentPassword,
  })
  for (const path of ['', '/totp', '/recovery-codes'])
    expect((await visitor.visit(`/operator/security${path}`)).status).toBe(404)
})
