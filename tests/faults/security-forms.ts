import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashOfSecret, newSecret } from '../../backend/auth/random-secret'
import { appOrigin } from '../contract/upstream'
import { currentPassword, demoCode } from '../support/investor'
import { passkeyAuthenticator } from '../support/passkey'
import { addAuthenticator } from '../support/second-factor'
import { textsOf } from '../support/texts'
import { authenticator } from '../support/totp'
import { openVisitor } from '../support/visitor'
import {
  type ChangingForm,
  type OwnSession,
  browser,
  count,
  filledIn,
  hasFlash,
  idOf,
  isAt,
} from './changing-form'

/** Forms of the second factor and of "this wasn't me". They have no key: what they did is known by its effect. */

const say = textsOf('en')

/** An account with a second factor, whose browser was signed in before it was added. */
interface Factor {
  id: string
  /** Confirms one form. */
  code: string
  /** Confirms another one. */
  secondCode: string
}

async function withFactor({ investor }: OwnSession): Promise<string> {
  const { recoveryCodes } = await addAuthenticator(investor)
  const { items } = (await investor.ask('GET', '/ext/factors')) as { items: { id: string }[] }
  return JSON.stringify({
    id: items[0]!.id,
    code: recoveryCodes[0]!,
    secondCode: recoveryCodes[1]!,
  } satisfies Factor)
}

const factorOf = ({ subject }: OwnSession) => JSON.parse(subject) as Factor
const confirmedFactors = (session: OwnSession) =>
  count(
    session,
    sql`select count(*) from second_factors where user_id = ${idOf(session)} and confirmed_at is not null`,
  )
const stepUp = (session: OwnSession) => ({ stepUp: 'code', stepUpCode: factorOf(session).code })
const showsRecoveryCodes: ChangingForm<OwnSession>['isDone'] = ({ $ }) => $('main ol code').length === 10
const isFrozen = (session: OwnSession) =>
  count(session, sql`select count(*) from users where id = ${idOf(session)} and frozen_at is not null`)

/** An event that its owner can answer, with a link and a notification. */
async function storeEvent(session: OwnSession): Promise<{ token: string; notificationId: string }> {
  const [token, notificationId] = [newSecret(), randomUUID()]
  await session.product.db.execute(sql`
    insert into notifications (id, user_id, kind, type, values, created_at)
    values (${notificationId}, ${idOf(session)}, 'password_changed', 'other', '{}', now())`)
  await session.product.db.execute(sql`
    insert into security_events
      (id, user_id, kind, values, notification_id, token_hash, occurred_at, created_at, expires_at)
    values (${randomUUID()}, ${idOf(session)}, 'password_changed', '{}', ${notificationId}, ${hashOfSecret(token)},
      now(), now(), now() + interval '7 days')`)
  return { token, notificationId }
}

/** The page with the secret of a new authenticator app, and a code of it. */
const filledInCode =
  (path: string, values: (session: OwnSession) => Record<string, string>) => async (session: OwnSession) => {
    const empty = await session.visitor.visit(path)
    const page = await session.visitor.submit(empty, 'name="name"', { name: 'Phone', ...values(session) })
    return { page, mark: 'name="code"', values: { code: authenticator(page.value('secret')).shown() } }
  }

const byPassword = () => ({ currentPassword, stepUp: 'password' })

export const securityForms: ChangingForm<OwnSession>[] = [
  {
    name: 'first second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/totp\/[^/]+\/confirm$/ },
    key: null,
    perAccount: 1,
    fill: filledInCode('/cabinet/settings/security/totp', byPassword),
    effects: confirmedFactors,
    isDone: showsRecoveryCodes,
  },
  {
    name: 'another second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/totp\/[^/]+\/confirm$/ },
    key: null,
    perAccount: 1,
    prepare: withFactor,
    fill: filledInCode('/cabinet/settings/security/totp', stepUp),
    effects: async (session) => (await confirmedFactors(session)) - 1,
    isDone: hasFlash('flash:factorAdded'),
  },
  {
    name: 'secret of a second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/totp$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/security/totp', 'name="name"', () => ({
      ...{ name: 'Phone', ...byPassword() },
    })),
    // A new secret takes the place of the last one.
    effects: (session) =>
      count(session, sql`select count(*) from second_factors where user_id = ${idOf(session)}`),
    isDone: ({ $ }) => $('main [name="secret"]').length > 0,
  },
  {
    name: 'second factor of an operator',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/totp\/[^/]+\/confirm$/ },
    key: null,
    reader: 'own operator',
    perAccount: 1,
    fill: filledInCode('/operator/security/totp', byPassword),
    effects: confirmedFactors,
    isDone: showsRecoveryCodes,
  },
  {
    name: 'removal of an operator’s second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/[^/]+\/remove$/ },
    key: null,
    reader: 'own operator',
    isAnsweredEmpty: true,
    perAccount: 1,
    prepare: withFactor,
    fill: (session) =>
      filledIn(`/operator/security/${factorOf(session).id}`, 'id="remove"', () => stepUp(session))(session),
    effects: async (session) => 1 - (await confirmedFactors(session)),
    isDone: hasFlash('flash:factorRemoved'),
  },
  {
    name: 'sign-in with a second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/sign-in$/ },
    key: null,
    reader: 'visitor',
    perAccount: 1,
    prepare: withFactor,
    async fill(session) {
      const { visitor, investor } = session
      const { login, password } = investor
      const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
      return { page, mark: 'name="code"', values: { code: factorOf(session).code } }
    },
    effects: (session) =>
      count(
        session,
        sql`select count(*) from recovery_codes where user_id = ${idOf(session)} and used_at is not null`,
      ),
    isDone: isAt(/^\/cabinet/),
  },
  {
    name: 'first passkey',
    call: { method: 'POST', path: /^\/api\/ext\/passkeys$/ },
    key: null,
    perAccount: 1,
    async fill({ visitor }) {
      const empty = await visitor.visit('/cabinet/settings/security/passkey')
      const values = { name: 'Laptop', currentPassword, stepUp: 'password' }
      const page = await visitor.submit(empty, 'name="name"', values)
      const options = page.$('[data-options]').attr('data-options') ?? ''
      const credential = passkeyAuthenticator({ origin: appOrigin }).make(options)
      return { page, mark: 'name="credential"', values: { credential } }
    },
    effects: confirmedFactors,
    isDone: (answer, session) =>
      showsRecoveryCodes(answer, session) || hasFlash('flash:factorsChanged')(answer),
  },
  {
    name: 'phrase of the mails',
    call: { method: 'POST', path: /^\/api\/ext\/mail-phrase$/ },
    key: null,
    perAccount: 1,
    fill: (session) =>
      filledIn('/cabinet/settings/security/mail-phrase', 'name="phrase"', () => ({
        phrase: 'Three grey herons',
        currentPassword,
        stepUp: 'password',
      }))(session),
    effects: (session) =>
      count(session, sql`select count(*) from users where id = ${idOf(session)} and mail_phrase is not null`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'removal of the phrase of the mails',
    call: { method: 'POST', path: /^\/api\/ext\/mail-phrase$/ },
    key: null,
    perAccount: 1,
    async prepare({ investor }) {
      await investor.ask('POST', '/ext/mail-phrase', { phrase: 'Three grey herons', currentPassword })
      return ''
    },
    fill: filledIn('/cabinet/settings/security/mail-phrase', 'name="phrase"', () => ({
      ...{ phrase: '', ...byPassword() },
    })),
    effects: (session) =>
      count(session, sql`select count(*) from users where id = ${idOf(session)} and mail_phrase is null`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'code of a step-up',
    call: { method: 'POST', path: /^\/api\/ext\/step-up$/ },
    key: null,
    perAccount: 1,
    async fill(session) {
      const { product, investor, url, visitor } = session
      await product.db.execute(
        sql`update tokens set stepped_up_until = null where user_id = ${idOf(session)}`,
      )
      const reader = openVisitor(url, 'en', { ...browser, cookie: visitor.cookie(), readsMessages: false })
      const empty = await reader.visit('/cabinet/settings/security/mail-phrase')
      const proof = { phrase: 'Three grey herons', currentPassword: investor.password, stepUp: 'password' }
      const page = await reader.submit(empty, 'name="phrase"', proof)
      return { page, mark: 'name="phrase"', values: { phrase: 'Three grey herons', stepUpCode: demoCode } }
    },
    effects: (session) =>
      count(session, sql`select count(*) from users where id = ${idOf(session)} and mail_phrase is not null`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'limit to saved wallets',
    call: { method: 'POST', path: /^\/api\/ext\/wallet-list\/on$/ },
    key: null,
    perAccount: 1,
    fill: (session) =>
      filledIn('/cabinet/settings/security/wallet-list', 'name="intent"', () => ({
        currentPassword,
        stepUp: 'password',
      }))(session),
    effects: (session) =>
      count(session, sql`select count(*) from users where id = ${idOf(session)} and wallet_list_on`),
    isDone: hasFlash('flash:walletListOn'),
  },
  {
    name: 'end of the limit to saved wallets',
    call: { method: 'POST', path: /^\/api\/ext\/wallet-list\/off$/ },
    key: null,
    perAccount: 1,
    async prepare({ investor }) {
      await investor.ask('POST', '/ext/wallet-list/on', { currentPassword })
      return ''
    },
    fill: filledIn('/cabinet/settings/security/wallet-list', 'name="intent"', byPassword),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from users where id = ${idOf(session)} and wallet_list_ends_at is not null`,
      ),
    isDone: hasFlash('flash:walletListOff'),
  },
  {
    name: 'name of a second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/[^/]+\/rename$/ },
    key: null,
    isAnsweredEmpty: true,
    perAccount: 1,
    prepare: withFactor,
    fill: (session) =>
      filledIn(`/cabinet/settings/security/${factorOf(session).id}`, 'id="name"', () => ({
        name: session.mark,
        ...stepUp(session),
      }))(session),
    effects: (session) =>
      count(session, sql`select count(*) from second_factors where name = ${session.mark}`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'removal of a second factor',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/[^/]+\/remove$/ },
    key: null,
    isAnsweredEmpty: true,
    perAccount: 1,
    prepare: withFactor,
    fill: (session) =>
      filledIn(`/cabinet/settings/security/${factorOf(session).id}`, 'id="remove"', () => stepUp(session))(
        session,
      ),
    effects: async (session) => 1 - (await confirmedFactors(session)),
    isDone: hasFlash('flash:factorRemoved'),
  },
  {
    name: 'new recovery codes',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/recovery-codes$/ },
    key: null,
    perAccount: 1,
    async prepare(session) {
      const subject = await withFactor(session)
      // Codes that are replaced are gone: the first ones are known by their age.
      await session.product.db.execute(
        sql`update recovery_codes set created_at = created_at - interval '1 day' where user_id = ${idOf(session)}`,
      )
      return subject
    },
    fill: (session) =>
      filledIn('/cabinet/settings/security/recovery-codes', 'id="form"', () => stepUp(session))(session),
    effects: async (session) =>
      (await count(
        session,
        sql`select count(*) from recovery_codes where user_id = ${idOf(session)} and created_at > now() - interval '12 hours'`,
      )) / 10,
    isDone: showsRecoveryCodes,
  },
  {
    name: 'report of lost second factors',
    call: { method: 'POST', path: /^\/api\/ext\/factors\/lost$/ },
    key: null,
    isAnsweredEmpty: true,
    reader: 'visitor',
    perAccount: 1,
    prepare: withFactor,
    async fill({ visitor, investor: { login, password } }) {
      await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
      return { page: await visitor.visit('/login/second-factor/lost'), mark: say('security:lost.report') }
    },
    effects: (session) =>
      count(
        session,
        sql`select count(*) from inquiries where kind = 'factors_lost' and user_id = ${idOf(session)}`,
      ),
    isDone: (answer) => answer.textOf('main h1') === say('security:lost.sent'),
  },
  {
    name: '“not me” by a link',
    call: { method: 'POST', path: /^\/api\/ext\/not-me\/[^/]+$/ },
    key: null,
    showsOutcome: true,
    reader: 'visitor',
    perAccount: 1,
    prepare: async (session) => (await storeEvent(session)).token,
    fill: (session) => filledIn(`/not-me/${session.subject}`, say('auth:notMe.report'))(session),
    effects: isFrozen,
    isDone: (answer) => answer.textOf('main h1') === say('auth:notMe.done'),
    isUndone: (answer) => answer.textOf('main h1') === say('auth:notMe.title'),
  },
  {
    name: '“not me” to a notification',
    call: { method: 'POST', path: /^\/api\/ext\/notifications\/[^/]+\/not-me$/ },
    key: null,
    perAccount: 1,
    prepare: async (session) => (await storeEvent(session)).notificationId,
    fill: (session) =>
      filledIn(`/cabinet/notifications/${session.subject}/not-me`, say('auth:notMe.report'))(session),
    effects: isFrozen,
    isDone: hasFlash('flash:accountFrozen'),
  },
]
