import { expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, problemAt } from '../support/visitor'
import { isFull } from '../support/reading-modes'
import { type Deviation, deviations, groupsOf } from '../stranger/deviations'
import { Refusal } from '../stranger/response-format'
import { type Stranger, startStranger } from '../stranger/stranger'
import { type Form, forms, kelp, newPassword, otherWord, reed } from './forms'
import { moneyPath } from './money-path'

/**
 * Every small form on a third-party upstream with deviations: the app never reports a change as failed or a
 * refusal as done, and sends nothing twice. `stranger-deviations.test.ts` has the forms of the
 * main path.
 */

const say = textsOf('en')

/**
 * Forms by the deviations that affect them. Forms without data of the upstream are left out of deviations in
 * data.
 */
const small = forms.filter(
  ({ call: [, path], route }) =>
    route !== 'cabinet.deposits.new' && !moneyPath.some((step) => step.path === `/api${path}`),
)
const ofMoney = small.filter(({ route }) => /close|subscription/.test(route))
const ofPerson = small.filter(({ route }) => /profile|verification|close|subscription/.test(route))
const ofLists = small.filter(({ route }) => /close|subscription|payment-systems/.test(route))

/**
 * Which deviations affect which forms: prefixes of deviations, the forms, and whether refusals are affected
 * too.
 */
const kinds: [name: string, starts: RegExp, touched: Form[], isAboutRefusals?: boolean][] = [
  ['ids', /^(ids|logins)-/, small],
  ['amounts', /^(money|currencies)-/, ofMoney],
  ['times', /^(times|dates|date|clock)-/, ofPerson],
  ['lists', /^(lists|rows)-/, ofLists],
  ['fields', /^(nulls|unknown|fields|things|balance|balances|statistics|rates|settings)-/, small],
  ['words', /^words-/, ofPerson],
  ['answers to changes', /^changes-/, small],
  ['errors', /^(errors|refusals|sign|wrong)-/, small, true],
  ['accounts', /^(users|session|registration|tokens|empty)-/, small],
  ['transport', /^json-/, small],
]
/** Forms do not use the socket. */
const apart = /^socket-/

const all = (Object.keys(deviations) as Deviation[]).filter((name) => !apart.test(name))

/** Upstreams whose user data do not say whether a phone waits for confirmation. */
const withoutPhoneState: Deviation[] = ['users-id-and-login', 'fields-snake-case']

/** A deposit with an unknown status may have ended, so the app does not offer to close it. */
const withUnknownStatuses: Deviation[] = ['words-unknown']

/** Some forms on an upstream with these deviations. */
interface Trial {
  kind: string
  names: Deviation[]
  forms: Form[]
  isAboutRefusals: boolean
}

/** Each deviation alone, with the forms to try: with TEST_FULL every form that it affects. */
const alone: Trial[] = kinds.flatMap(([kind, starts, touched, isAboutRefusals = false]) => {
  const names = all.filter((name) => starts.test(name))
  return names.map((name, place) => {
    const count = Math.max(names.length, touched.length)
    const places = Array.from({ length: count }, (_, at) => at).filter((at) => at % names.length === place)
    const some = places.map((at) => touched[at % touched.length] as Form)
    const chosen = isFull ? touched : some
    return { kind, names: [name], forms: chosen.filter((form) => isThere(form, name)), isAboutRefusals }
  })
})

/** Otherwise four deviations at a time, each of another part of the format, with the forms of all of them. */
const tried: Trial[] = isFull ? alone : groupsOf(all, 4).map(together)

function together(group: Deviation[]): Trial {
  const own = alone.filter(({ names: [name] }) => group.includes(name!))
  const forms = new Set(own.flatMap((one) => one.forms))
  return {
    kind: own.map(({ kind }) => kind).join(', '),
    names: group,
    // In their usual order: some forms are closed after another one.
    forms: small.filter((form) => forms.has(form) && group.every((name) => isThere(form, name))),
    isAboutRefusals: own.some((one) => one.isAboutRefusals),
  }
}

function isThere({ route }: Form, name: Deviation): boolean {
  if (route === '_auth.phone') return !withoutPhoneState.includes(name)
  return !(route === 'cabinet.deposits.$id.close' && withUnknownStatuses.includes(name))
}

async function on(names: Deviation[], test: (stranger: Stranger, app: RunningApp) => Promise<void>) {
  const stranger = await startStranger({
    people: [kelp, reed],
    deviations: ['users-phone-confirmed', ...names],
  })
  const app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
  try {
    await test(stranger, app)
  } finally {
    await app.stop()
    await stranger.close()
  }
}

async function visitorOf(app: RunningApp, stranger: Stranger, { by = 'kelp' }: Form): Promise<Visitor> {
  const visitor = openVisitor(app.url, 'en')
  if (by === 'visitor') return visitor
  const { login, password } = { kelp, reed, investor: stranger.investor }[by]
  await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  return visitor
}

/** A copy of the upstream's requests and state, to compare with later ones. */
function watch(stranger: Stranger, { call: [method, path], count }: Form) {
  const from = stranger.requests.length
  const before = count?.(stranger)
  const isIts = (one: { method: string; path: string }) =>
    one.method === method && one.path.startsWith(`/api${path}`)
  return () => ({
    sent: stranger.requests.slice(from).filter(isIts).length,
    isChanged: count ? count(stranger) !== before : undefined,
  })
}

it('every deviation and every form is tried', () => {
  expect(
    all.filter((name) => !tried.some(({ names, forms }) => names.includes(name) && forms.length > 0)),
  ).toEqual([])
  expect(small.filter((form) => !tried.some(({ forms }) => forms.includes(form)))).toEqual([])
})

it.each(tried.map((one) => [one.kind, one.names, one] as const))(
  '%s: %j works',
  async (_kind, names, { forms, isAboutRefusals }) => {
    await on(names, async (stranger, app) => {
      const wrong: unknown[] = []
      for (const form of forms) {
        const { title, failure, success, count, kept = {}, about } = form
        const visitor = await visitorOf(app, stranger, form)
        if (isAboutRefusals) {
          const since = watch(stranger, form)
          stranger.answerNext(...form.call, new Refusal(400, otherWord, 'request', about))
          const answer = await form.send(visitor)
          const { status, text } = answer
          const isReported = text.includes(otherWord) || text.includes(say(failure))
          const isLost = Object.entries(kept).some(
            ([field, value]) => answer.$(`[name="${field}"]`).attr('value') !== value,
          )
          const reported = { ...since(), status, isReported, isLost, isDone: text.includes(say(success)) }
          const refused = {
            sent: 1,
            isChanged: count && false,
            status: 422,
            isReported: true,
            isLost: false,
            isDone: false,
          }
          if (JSON.stringify(reported) !== JSON.stringify(refused))
            wrong.push([title, 'refused', reported, text.slice(0, 300)])
        }
        const since = watch(stranger, form)
        const answer = await form.send(visitor)
        const isDone = answer.textOf('body').includes(say(success))
        const reported = { ...since(), status: answer.status, isDone }
        const done = { sent: 1, isChanged: count && true, status: 200, isDone: true }
        if (JSON.stringify(reported) !== JSON.stringify(done))
          wrong.push([title, reported, answer.url.pathname, answer.text.slice(0, 300)])
      }
      expect(wrong).toEqual([])
    })
  },
)

it('a 401 for a wrong current password is shown at its field, and the session continues', async () => {
  await on(['wrong-password-401'], async (stranger, app) => {
    const visitor = openVisitor(app.url, 'en')
    await visitor.submit(await visitor.visit('/login'), 'name="password"', stranger.investor)
    const page = await visitor.visit('/cabinet/settings/password')
    const typed = { currentPassword: 'wrong', password: newPassword, passwordRepeat: newPassword }
    const answer = await visitor.submit(page, 'name="currentPassword"', typed)
    expect([answer.status, problemAt(answer, 'currentPassword')]).toEqual([
      422,
      say('refusals:code.password_wrong'),
    ])
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/cabinet')
  })
})
