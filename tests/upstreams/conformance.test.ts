import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { calls } from '~/contract'
import { conformance } from '../../scripts/conformance/command'
import { type Report, type ReportedCall } from '../../scripts/conformance/report'
import { latestLinkToken } from '../contract/links'
import { anyUpstream, appOrigin, openUpstream } from '../contract/upstream'
import { startStranger } from '../stranger/stranger'
import { currentPassword, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { temporaryFolder } from '../support/postgres'
import { type Answer, type Recording, recordUpstream, replayUpstream } from '../support/replay'
import { postStyle, restStyle } from './styles'
import { startTranslatedStranger } from './translated-stranger'

/** The conformance suite: its report on this backend, on altered answers, and on a third-party upstream. */

const password = 'Demo-investor-1'
const recording: Recording = new Map()
let whole: Said
let reading: Said
let operating: Said
let linked: Said
let thrownAway: Said
let isClosed: boolean

beforeAll(async () => {
  const upstream = await openUpstream(anyUpstream, { history: true })
  const recorder = await recordUpstream(upstream.url, recording)
  try {
    reading = await suite(['--url', upstream.url, '--login', 'investor'])
    operating = await suite(['--url', upstream.url, '--login', 'operator'], 'Demo-operator-1')
    whole = await suite(['--url', recorder.url, '--login', 'investor', '--write', '--code', '000000'])
    const investor = await newInvestor(upstream.url)
    const { login } = investor
    const toInvestor = ['--url', upstream.url, '--login', login, '--code', '000000']
    await investor.ask('PATCH', '/user-data/wallets/update', {
      wallets: [{ system: 'usdt-trc20', address: tronWallet }],
    })
    const byMail = ['--not-me', `${appOrigin}/not-me/${await latestLinkToken(upstream, investor)}`]
    linked = await suite([...toInvestor, ...byMail], currentPassword)
    thrownAway = await suite(
      [...toInvestor, ...byMail, '--throwaway', '--origin', appOrigin],
      currentPassword,
    )
    isClosed = await knownInvestor(upstream.url, { login, password: currentPassword }).then(
      () => false,
      () => true,
    )
  } finally {
    await recorder.close()
    await upstream.close()
  }
}, 180_000)

/** Calls that the suite makes to an investor's account without changing it. */
const readingCalls = [
  ...['auth.login', 'content.news', 'content.newsItem', 'settings.get', 'settings.subscriptionOptions'],
  ...['settings.paymentSystems', 'settings.plans', 'user.balance', 'user.statistics', 'user.referral'],
  ...['user.referrals', 'user.referralsOf', 'user.bonus', 'user.exchangeRate', 'user.operations'],
  ...['userData.byType', 'userData.wallets', 'deposits.list', 'refills.list', 'refills.one', 'payments.list'],
  ...['notification.list', 'ownUser.read', 'secondFactors.list', 'sessions.list', 'sessions.end'],
  ...[
    'activity.list',
    'demo.time',
    'mailPhrase.read',
    'passkeys.signInOptions',
    'withdrawalSafety.read',
    'overview.read',
    'walletList.read',
  ],
]
const changingCalls = [
  ...['user.exchange', 'user.profile', 'user.subscription', 'userData.update', 'userData.updateWallets'],
  ...['deposits.create', 'refills.create', 'payments.create', 'notification.read', 'inquiries.subscribe'],
  ...['inquiries.message', 'outcomes.one', 'account.export', 'paymentCancel.cancel', 'demo.payRefill'],
  'demo.decidePayment',
]
const operatingCalls = [
  ...[
    'summary',
    'audit',
    'payments',
    'refills',
    'transfers',
    'deposits',
    'verifications',
    'users',
    'inquiries',
  ],
  ...['links', 'link', 'anomalies', 'news', 'newsItem', 'mailings', 'mailingRecipients', 'setting'],
  ...[
    'plans',
    'paymentSystems',
    'subscriptionOptions',
    'self',
    'operators',
    'operator',
    'auditCheck',
    'proposals',
    'batches',
    'batchDrafts',
    'savedViews',
  ],
  ...['investors', 'investor', 'investorPreview', 'payment', 'refill', 'transfer'],
].map((name) => `operator.${name}`)

/** Calls that are made in addition to an account that nobody needs afterwards. */
const throwawayCalls = [
  ...[
    'addTotp',
    'confirmTotp',
    'stepUp',
    'rename',
    'renewRecoveryCodes',
    'reportLost',
    'signIn',
    'remove',
  ].map((name) => `secondFactors.${name}`),
  ...['addOptions', 'add', 'stepUpOptions', 'stepUp', 'signIn'].map((name) => `passkeys.${name}`),
  ...['walletList.switchOn', 'walletList.switchOff', 'mailPhrase.set', 'notMe.readOwn', 'notMe.reportOwn'],
  'notMe.report',
]

const having = ({ report }: Said, verdict: string) =>
  report.calls.filter((one) => one.verdict === verdict).map(({ call }) => call)

describe('the backend of this repository', () => {
  it('every call that changes nothing conforms', () => {
    expect(having(reading, 'conforms').sort()).toEqual([...readingCalls].sort())
    expect(reading.report.counts).toMatchObject({ understood: 0, differs: 0, missing: 0 })
    expect([reading.code, reading.report.ok, reading.report.write]).toEqual([0, true, false])
  })

  it('every call that may change something conforms, and the others are skipped with a reason', () => {
    expect(having(whole, 'conforms').sort()).toEqual([...readingCalls, ...changingCalls].sort())
    expect(whole.report.counts).toMatchObject({ understood: 0, differs: 0, missing: 0 })
    const unexplained = whole.report.calls.filter(({ verdict, reason }) => verdict === 'not tried' && !reason)
    expect(unexplained).toEqual([])
    for (const call of ['user.password', 'account.delete', 'auth.register', 'deposits.close', 'demo.clock'])
      expect(having(whole, 'not tried')).toContain(call)
  })

  it('every call about second factors, passkeys, wallets, the phrase and "this was not me" conforms, of an account that is thrown away', () => {
    expect(having(thrownAway, 'conforms')).toEqual(expect.arrayContaining(throwawayCalls))
    expect(thrownAway.report.counts).toMatchObject({ understood: 0, differs: 0, missing: 0 })
    expect([thrownAway.code, isClosed]).toEqual([0, true])
    const reasons = new Map(whole.report.calls.map(({ call, reason }) => [call, reason]))
    for (const call of throwawayCalls) expect(reasons.get(call), call).toMatch(/, which --throwaway allows$/)
  })

  it('the link of a message is read where it is given, and answered for an account that is thrown away alone', () => {
    const verdicts = ({ report }: Said) =>
      ['notMe.read', 'notMe.report'].map((name) => report.calls.find(({ call }) => call === name)!.verdict)
    expect(verdicts(whole)).toEqual(['not tried', 'not tried'])
    expect(verdicts(linked)).toEqual(['conforms', 'not tried'])
    expect(verdicts(thrownAway)).toEqual(['conforms', 'conforms'])
    expect(whole.report.calls.find(({ call }) => call === 'notMe.read')!.reason).toContain('--not-me')
  })

  it('an operator gets a report on the operator’s read calls, and no decision is made', () => {
    expect(having(operating, 'conforms')).toEqual(expect.arrayContaining(operatingCalls))
    expect(operating.report.counts).toMatchObject({ understood: 0, differs: 0, missing: 0 })
    expect(having(operating, 'not tried')).toContain('operator.decidePayment')
  })
})

type Json = Record<string, unknown>
type Bend = (body: Json, answer: Answer) => Json | Answer | undefined

/** Replaces a field of an answer, in the first row of a list; undefined removes it. */
const set =
  (path: string, change: (value: unknown) => unknown): Bend =>
  (body) => {
    const names = path.split('.')
    const last = names.pop()!
    const holder = names.reduce<Json | undefined>((one, name) => one?.[name] as Json | undefined, body)
    if (!holder || !(last in holder)) return undefined
    holder[last] = change(holder[last])
    return body
  }
const to = (value: unknown) => () => value
const gone = to(undefined)
const answered =
  (status: number, body?: string): Bend =>
  (_, answer) => ({ status, body: body ?? answer.body })

interface Plant {
  call: string
  bend: Bend
  /** Each as `verdict: field, rule` or `verdict: field, what is seen`. */
  found: string | string[]
}

/** One change each, and the finding that it must cause. */
const plants: Record<string, Plant> = {
  'money as a number': {
    call: 'user.balance',
    bend: set('balance', Number),
    found: 'understood: balance, number',
  },
  'money in a row as a number': {
    call: 'payments.list',
    bend: set('items.0.amount', Number),
    found: 'understood: items.amount, number',
  },
  'grouped money': {
    call: 'deposits.list',
    bend: set('items.0.amount', to('1,000')),
    found: 'differs: items.amount, other text',
  },
  'money that may be missing, unreadable': {
    call: 'user.statistics',
    bend: set('income', to('a lot')),
    found: 'differs: income, other text',
  },
  'money that is null': {
    call: 'refills.list',
    bend: set('items.0.requestAmount', to(null)),
    found: 'differs: items.requestAmount, null',
  },
  'an unknown status': {
    call: 'deposits.list',
    bend: set('items.0.status', to('frozen')),
    found: 'differs: items.status, other text',
  },
  'a status in capitals': {
    call: 'refills.list',
    bend: set('items.0.status', (word) => String(word).toUpperCase()),
    found: 'understood: items.status, case',
  },
  'a status of another domain': {
    call: 'payments.list',
    bend: set('items.0.status', to('в ожидании')),
    found: 'understood: items.status, synonym',
  },
  'a status as a number': {
    call: 'payments.list',
    bend: set('items.0.status', to(3)),
    found: 'differs: items.status, a number',
  },
  'an optional field of a page': {
    call: 'user.balance',
    bend: set('totalInUsdt', gone),
    found: 'understood: totalInUsdt, missing',
  },
  'a nullable field': {
    call: 'ownUser.read',
    bend: set('user.telegram', gone),
    found: 'understood: user.telegram, missing',
  },
  'a required field': {
    call: 'deposits.list',
    bend: set('items.0.currency', gone),
    found: 'differs: items.currency, missing',
  },
  'an id as a number': {
    call: 'notification.list',
    bend: set('items.1.id', to(7)),
    found: 'understood: items.id, number',
  },
  'an id as an object': {
    call: 'content.news',
    bend: set('items.1.id', to({})),
    found: 'differs: items.id, an object',
  },
  'a time in seconds': {
    call: 'ownUser.read',
    bend: set('user.registeredAt', to(1_700_000_000)),
    found: 'understood: user.registeredAt, number',
  },
  'a time without a zone': {
    call: 'user.operations',
    bend: set('items.0.createdAt', to('2026-01-02 03:04:05')),
    found: 'understood: items.createdAt, no_time_zone',
  },
  'an invalid time': {
    call: 'sessions.list',
    bend: set('items.0.createdAt', to('yesterday')),
    found: 'differs: items.createdAt, other text',
  },
  'a boolean as a word': {
    call: 'settings.plans',
    bend: set('items.0.available', to('yes')),
    found: 'understood: items.available, notation',
  },
  'a boolean as another value': {
    call: 'user.referral',
    bend: set('exists', to('certainly')),
    found: 'differs: exists, other text',
  },
  'a count as text': {
    call: 'user.referrals',
    bend: set('items.0.level', String),
    found: 'understood: items.level, notation',
  },
  'a currency in small letters': {
    call: 'settings.paymentSystems',
    bend: set('items.0.currency', (code) => String(code).toLowerCase()),
    found: 'understood: items.currency, case',
  },
  'an object as text': {
    call: 'user.referralsOf',
    bend: set('summary', to('none')),
    found: 'differs: summary, other text',
  },
  'a list as an object': {
    call: 'settings.subscriptionOptions',
    bend: set('items', to({ one: 1 })),
    found: 'differs: the answer, an object',
  },
  'a bare list': {
    call: 'content.news',
    bend: ({ items }, { status }) => ({ status, body: JSON.stringify(items) }),
    found: ['understood: the answer, list', 'understood: total, missing'],
  },
  'a list without its total': {
    call: 'deposits.list',
    bend: set('total', gone),
    found: 'understood: total, missing',
  },
  'a list without its page': {
    call: 'payments.list',
    bend: set('page', gone),
    found: 'understood: page, missing',
  },
  'an envelope': {
    call: 'user.bonus',
    bend: (data) => ({ data }),
    found: 'understood: the answer, envelope',
  },
  'another name': {
    call: 'refills.one',
    bend: ({ wallet, ...rest }) => ({ ...rest, address: wallet }),
    found: 'understood: wallet, name',
  },
  'a setting with a missing field': {
    call: 'settings.get',
    bend: (body) =>
      body.key === 'company' ? set('value.name', to(5))(body, { status: 200, body: '' }) : body,
    found: 'understood: company: value.name, number',
  },
  'a setting of the wrong type': {
    call: 'settings.get',
    bend: (body) => (body.key === 'telegramAuthAvailable' ? { ...body, value: 'perhaps' } : body),
    found: 'differs: telegramAuthAvailable: value, other text',
  },
  'an unknown role': {
    call: 'auth.login',
    bend: set('user.role', to('king')),
    found: 'differs: user.role, other text',
  },
  'a sign-in without its bearer’s name': {
    call: 'auth.login',
    bend: ({ refreshToken, ...rest }) => ({ ...rest, token: refreshToken }),
    found: 'understood: refreshToken, name',
  },
  'another status of success': {
    call: 'deposits.create',
    bend: answered(200),
    found: 'understood: the answer, status 200',
  },
  'a change without the new entry': {
    call: 'user.exchange',
    bend: answered(201, '{"success":true}'),
    found: 'understood: the answer, acknowledged',
  },
  'a change with an empty answer': {
    call: 'userData.update',
    bend: answered(204, ''),
    found: ['understood: the answer, acknowledged', 'understood: the answer, status 204'],
  },
  'a change with a partial answer': {
    call: 'user.subscription',
    bend: set('balance', gone),
    found: 'understood: balance, missing',
  },
  'a gateway’s page': {
    call: 'user.statistics',
    bend: answered(502, '<html><h1>Bad gateway</h1></html>'),
    found: 'differs: status, 502 with HTML',
  },
  'a page with a status of success': {
    call: 'user.bonus',
    bend: answered(200, '<html><h1>It works!</h1></html>'),
    found: 'differs: the answer, HTML',
  },
  'half an answer': {
    call: 'user.operations',
    bend: (_, { body }) => ({ status: 200, body: body.slice(0, 40) }),
    found: 'differs: the answer, no JSON',
  },
  'an empty answer': {
    call: 'userData.wallets',
    bend: answered(200, ''),
    found: 'differs: the answer, nothing',
  },
  'a refusal with a status of success': {
    call: 'user.bonus',
    bend: answered(200, '{"ok":false}'),
    found: 'differs: the answer, a refusal',
  },
  'a refusal of what is allowed': {
    call: 'notification.list',
    bend: answered(400, '{"message":"No"}'),
    found: 'differs: status, 400',
  },
  'an invalid session': {
    call: 'user.balance',
    bend: answered(401, '{"message":"Who?","code":"unauthorized"}'),
    found: 'differs: status, 401 unauthorized',
  },
  'a change that is refused with its own text': {
    call: 'refills.create',
    bend: answered(400, '{"statusCode":400,"message":["sum must be a number"]}'),
    found: 'differs: status, 400',
  },
  'a redirect': { call: 'settings.plans', bend: answered(302, ''), found: 'differs: status, 302' },
  'a missing call': {
    call: 'user.statistics',
    bend: answered(404, '{"message":"Cannot GET"}'),
    found: 'missing: answered 404',
  },
  'a missing extension that is named': {
    call: 'sessions.list',
    bend: answered(501, '{"message":"No"}'),
    found: 'missing: answered 501',
  },
  'a call for the signed-in user': {
    call: 'user.exchangeRate',
    bend: (body) => body,
    found: 'understood: the answer, needs a bearer',
  },
}

describe('an altered answer', () => {
  const values = valuesIn.bind(null, recording)

  it.each(Object.entries(plants))('%s is found, and nothing else', async (name, { call, bend, found }) => {
    let isPlanted = false
    let isRefused = false
    const server = await replayUpstream(recording, (id, answer) => {
      if (id !== call) return answer
      if (name === 'a call for the signed-in user' && !isRefused) {
        isRefused = isPlanted = true
        return { status: 401, body: '{"message":"Sign in first"}' }
      }
      const body = JSON.parse(answer.body) as Json
      const bent = bend(body, answer)
      if (bent === undefined) return answer
      const given = isAnswer(bent) ? bent : { ...answer, body: JSON.stringify(bent) }
      if (given.body !== answer.body || given.status !== answer.status) isPlanted = true
      return given
    })
    const said = await suite(['--url', server.url, '--login', 'investor', '--write', '--code', '000000'])
    await server.close()
    expect(isPlanted).toBe(true)
    expect(said.report.calls.filter(({ verdict }) => !['conforms', 'not tried'].includes(verdict))).toEqual([
      expect.objectContaining({ call }),
    ])
    expect(reportLines(said.report.calls.find((one) => one.call === call)!)).toEqual([found].flat())
    expect(said.code).toBe(String(found).startsWith('understood') ? 0 : 1)
    expect(values().filter((value) => said.out.includes(value))).toEqual([])
  })

  it('there are at least thirty alterations', () => {
    expect(Object.keys(plants).length).toBeGreaterThanOrEqual(30)
  })
})

describe.each([
  { name: 'rest-snake-case', style: restStyle },
  { name: 'post-only', style: postStyle },
])('an upstream with the dialect $name', ({ name, style }) => {
  it('takes every call that the suite makes, changes as well', async () => {
    const upstream = await startTranslatedStranger(style)
    const { investor } = upstream.stranger
    const dialect = fileURLToPath(new URL(`../../docs/dialects/${name}.yaml`, import.meta.url))
    const said = await suite([
      '--url',
      upstream.url,
      '--login',
      investor.login,
      '--dialect',
      dialect,
      '--write',
    ])
    await upstream.close()
    expect(having(said, 'differs')).toEqual([])
    expect(said.report.calls.filter(({ reason }) => reason?.startsWith('refused'))).toEqual([])
    expect([said.code, said.report.ok]).toEqual([0, true])
  })
})

describe('a third-party upstream', () => {
  let said: Said
  beforeAll(async () => {
    const stranger = await startStranger()
    said = await suite(['--url', stranger.url, '--login', stranger.investor.login, '--write'])
    await stranger.close()
  })
  const of = (call: string) => reportLines(said.report.calls.find((one) => one.call === call)!)

  it.each([
    ['content.news', ['the answer, list', 'items.id, number', 'items.publishedAt, name']],
    ['user.balance', ['balance, number', 'currencies, shorthand', 'asOf, missing']],
    ['user.referral', ['the answer, needs a bearer', 'exists, missing']],
    ['deposits.list', ['the answer, list', 'items.plan, shorthand', 'items.status, case']],
    ['refills.one', ['id, number', 'createdAt, name', 'currency, missing']],
    ['settings.get', ['extensions, missing', 'limits, missing']],
    ['notification.read', ['the answer, acknowledged', 'the answer, status 204']],
  ])("%s is understood by the reader's rules", (call, rules) => {
    expect(of(call)).toEqual(expect.arrayContaining(rules.map((rule) => `understood: ${rule}`)))
    expect(of(call).filter((line) => !line.startsWith('understood'))).toEqual([])
  })

  it('extensions that it does not name are missing, which is not an error', () => {
    const missing = said.report.calls.filter(({ verdict }) => verdict === 'missing')
    expect(missing.filter(({ extension }) => extension === null)).toEqual([])
    expect(missing.map(({ reason, extension }) => [reason, extension])).toEqual(
      missing.map(({ extension }) => [`extension ${extension}`, extension]),
    )
    expect(having(said, 'missing')).toEqual(expect.arrayContaining(['sessions.list', 'outcomes.one']))
  })

  it.each(['An error occurred, try later', 'Verification Error', 'Deposit creation error'])(
    'a change that is refused with "%s" of the description may only be impossible now',
    async (message) => {
      const stranger = await startStranger()
      stranger.answerNext('POST', '/funds/refills', { status: 400, body: { message } })
      const refused = await suite(['--url', stranger.url, '--login', stranger.investor.login, '--write'])
      await stranger.close()
      const { verdict, reason } = refused.report.calls.find(({ call }) => call === 'refills.create')!
      expect([verdict, reason, refused.code]).toEqual(['not tried', 'refused with 400', 0])
    },
  )

  it('an empty object confirms an exchange and nothing more', () => {
    expect(of('user.exchange')).toEqual([
      'understood: the answer, acknowledged',
      'understood: the answer, status 200',
    ])
    expect([said.code, said.report.ok]).toEqual([0, true])
  })
})

describe('the command', () => {
  const program = ['--import', 'tsx', 'scripts/conformance/main.ts']
  async function command(args: string[], input: string) {
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [...program, ...args], { env: { PATH, HOME, NODE_ENV: 'test' } })
    child.stdin.on('error', () => {}).end(input)
    const [out, error, ended] = await Promise.all([
      ...[text(child.stdout), text(child.stderr)],
      once(child, 'exit').then(([code]) => code as number),
    ])
    return { out, error, code: ended }
  }

  it('reads the password from a pipe, prints a table without colors, and exits with 0 or 1', async () => {
    const server = await replayUpstream(recording)
    const good = await command(
      ['--url', server.url, '--login', 'investor', '--write', '--code', '000000'],
      `${password}
`,
    )
    await server.close()
    expect(good).toMatchObject({ code: 0, error: '' })
    expect(good.out).toMatch(/^auth\.login +conforms$/m)
    expect(good.out).toMatch(/^account\.delete +not tried +deletes the account$/m)
    const notTried = calls.length - 49
    expect(good.out).toContain(`49 conforms · 0 understood · 0 differs · 0 missing · ${notTried} not tried`)
    expect(good.out).not.toContain('\u001b')
    const bent = await replayUpstream(recording, (id, answer) =>
      id === 'user.balance' ? { status: 500, body: '' } : answer,
    )
    const bad = await command(['--url', bent.url, '--login', 'investor'], password)
    await bent.close()
    expect(bad.code).toBe(1)
    expect(bad.out).toMatch(/^user\.balance +differs +status: expected 200, seen 500$/m)
  })

  it.each([
    [['--login', 'investor'], /Both --url and --login are needed/],
    [['--url', 'ftp://127.0.0.1', '--login', 'investor'], /no http or https address/],
    [['--url', 'http://a:b@127.0.0.1', '--login', 'investor'], /no http or https address/],
    [['--url', 'http://127.0.0.1', '--login', 'investor', '--password=Hunter2'], /An argument is unknown/],
    [
      ['--url', 'http://127.0.0.1', '--login', 'investor', '--password-file', '/nowhere/at/all'],
      /can not be read/,
    ],
    [
      ['--url', 'http://127.0.0.1', '--login', 'investor', '--throwaway', '--origin', 'localhost:3000'],
      /--origin is no http or https address/,
    ],
    [
      ['--url', 'http://127.0.0.1', '--login', 'investor', '--not-me', 'https://tideline.example/not-me/'],
      /--not-me is no link of a message/,
    ],
    [
      ['--url', 'http://127.0.0.1', '--login', 'investor', '--dialect', 'package.json'],
      /line 2: name: is not known/,
    ],
  ])('%j is wrong usage and exits with 2', async (args, words) => {
    const { code, out, error } = await run(args)
    expect([code, out]).toEqual([2, ''])
    expect(error).toMatch(words)
    expect(error).not.toContain('Hunter2')
  })

  it('exits with 2 if the upstream is unreachable or refuses the sign-in', async () => {
    const gone = await replayUpstream(recording)
    await gone.close()
    const file = join(folder, 'wrong-password')
    writeFileSync(file, 'nobody knows')
    const args = ['--login', 'investor', '--password-file', file]
    expect(await run(['--url', gone.url, ...args])).toMatchObject({
      ...{ code: 2, out: '', error: 'The upstream gives no answer: ECONNREFUSED\n' },
    })
    const refusing = await replayUpstream(recording, (id, answer) =>
      id === 'auth.login' ? { status: 401, body: '' } : answer,
    )
    expect(await run(['--url', refusing.url, ...args])).toMatchObject({
      ...{ code: 2, out: '', error: 'The upstream refuses the login or its password\n' },
    })
    await refusing.close()
  })

  it('uses a dialect', async () => {
    const dialect = join(folder, 'dialect.yaml')
    writeFileSync(dialect, 'answer: data\ncalls:\n  user.bonus: false\n')
    const server = await replayUpstream(recording, (_, { status, body }) => ({
      ...{ status, body: `{"data":${body}}` },
    }))
    const { report, code } = await suite(['--url', server.url, '--login', 'investor', '--dialect', dialect])
    await server.close()
    const odd = report.calls.filter(({ verdict }) => verdict !== 'conforms' && verdict !== 'not tried')
    expect(odd.map(({ call, reason }) => [call, reason])).toEqual([['user.bonus', 'the dialect has none']])
    expect(code).toBe(1)
  })
})

const isAnswer = (bent: Json | Answer): bent is Answer => Object.keys(bent).join() === 'status,body'

/** The report on a call, one line for each finding. */
function reportLines({ verdict, rules, differences, reason }: ReportedCall): string[] {
  const place = (field: string) => field.replace(/: $/, '') || 'the answer'
  return [
    ...(reason ? [`${verdict}: ${reason}`] : []),
    ...rules.map(({ field, rule }) => `${verdict}: ${place(field)}, ${rule}`),
    ...differences.map(({ field, seen }) => `${verdict}: ${place(field)}, ${seen}`),
  ]
}

/** Values of answers that are not part of the contract's vocabulary. */
function valuesIn(from: Recording): string[] {
  const texts = [...from.values()].flat().flatMap(({ body }) => body.match(/"[^"\\]{10,}"/g) ?? [])
  return [...new Set(texts.map((one) => one.slice(1, -1)).filter((one) => /[\d@ ]/.test(one)))]
}

interface Said {
  code: number
  out: string
  report: Report
}

const folder = temporaryFolder()

/** Runs the command in this process, with `--json`. */
async function suite(args: string[], secret = password): Promise<Said> {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${secret}\n`)
  const { code, out } = await run([...args, '--json', '--password-file', passwordFile])
  return { code, out, report: JSON.parse(out) as Report }
}

async function run(args: string[]) {
  const said = { out: '', error: '' }
  const stream = (name: keyof typeof said) =>
    Object.assign(Object.create(process.stdout) as NodeJS.WriteStream, {
      isTTY: false,
      write: (chunk: string) => {
        said[name] += chunk
        return true
      },
    })
  const code = await conformance(args, {
    ...{ stdin: process.stdin, stdout: stream('out'), stderr: stream('error') },
  })
  return { code, ...said }
}
