import { randomUUID } from 'node:crypto'
import { calls, contract } from '~/contract'
import { type Call, type CallAnswer } from '~/contract/call'
import { type PaymentSystem, settingKeys } from '~/contract/settings'
import { type Wallet } from '~/contract/user-data'
import { systemOf } from '~/investments/systems.server'
import { forBearersOnly } from '~/upstream/answer.server'
import { type Dialect } from '~/upstream/dialect/dialect.server'
import { type Finding, missing, notTried, together, under, understood } from './findings'
import { type Question, type Questions } from './questions'
import { type SurveyedAccount, askAccountSafety, askNotMe, throwawayCalls } from './account-safety'

/**
 * Makes the calls of an upstream that do no harm. With permission it also makes changes: in small amounts, of the
 * signed-in account, and undone if possible. A call that can't be undone is never made.
 */

export interface SurveyOptions {
  questions: Questions
  dialect: Dialect
  login: string
  password: string
  /** What the upstream takes at a step-up, if that is known; else such a call is not tried. */
  code?: string
  /** Whether calls that change something are made. */
  mayChange: boolean
  /** Whether the account is for this alone, and may be closed at the end. */
  mayThrowAway?: boolean
  /** Where browsers find the product; a passkey signs for it. */
  origin?: string
  /** Of the link in a message about the account. */
  notMeToken?: string
}

export interface SurveyedCall {
  id: string
  call: Call
  finding: Finding
}

/** The upstream did not let the login in. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

/** The maximum price of a subscription, and the amount to move if no minimum is stated. */
const smallUsdt = 20

/** Calls that are never made, and why. For those of `throwawayCalls` it depends on the account. */
const leftAlone: Readonly<Record<string, string>> = {
  'auth.register': 'makes an account',
  'auth.telegram': 'needs the word of Telegram',
  'auth.confirmPhone': 'needs a code that was sent',
  'auth.resendCode': 'sends a code',
  'user.password': 'ends every other session of the account',
  'userData.verify': 'hands in documents',
  'deposits.close': 'ends a deposit',
  'inquiries.apply': 'hands in a file',
  'passwordReset.forgot': 'sends a code',
  'passwordReset.reset': 'needs a code that was sent',
  'emailConfirmation.confirm': 'needs a code that was sent',
  'emailConfirmation.resend': 'sends a code',
  'account.delete': 'deletes the account',
  'invitations.read': 'needs the link of an invitation',
  'invitations.accept': 'needs the link of an invitation',
  'demo.clock': 'moves the clock of all',
  'operator.document': 'opens what an investor handed in',
  'operator.resume': 'opens what an applicant handed in',
  'operator.documentNumber': 'opens what an investor handed in',
  'operator.downloadBatch': 'gives out what a signer pays',
}

const idOf = new Map(calls.map(([id, call]) => [call, id]))

/** Every call of the contract with its finding, in the contract's order. */
export async function survey(options: SurveyOptions): Promise<SurveyedCall[]> {
  const running = new Survey(options)
  await running.run()
  return calls.map(([id, call]) => ({ id, call, finding: running.findingOf(id, call) }))
}

type Input = Record<string, unknown>

class Survey {
  readonly #options: SurveyOptions
  readonly #findings = new Map<string, Finding[]>()
  #extensions = new Set<string>()
  #token: string | null = null
  #role: 'investor' | 'operator' | null = null

  constructor(options: SurveyOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    await this.#askSettings()
    const user = await this.#signIn()
    await this.#askPublic(user?.login ?? this.#options.login)
    if (!this.#token) return
    await this.#ask(contract.secondFactors.list)
    const own = await this.#ask(contract.ownUser.read)
    await this.#ask(contract.user.profile, sameCity(own?.user ?? user), { changes: true })
    const { notMeToken: token } = this.#options
    if (token !== undefined) await this.#ask(contract.notMe.read, { token })
    else this.#skip(contract.notMe.read, 'needs the link of a message, which --not-me gives')
    if (this.#role === 'operator') await this.#askOperator()
    else await this.#askInvestor(own?.user ?? user)
    await this.#endSession()
    if (this.#options.mayThrowAway && this.#role === 'investor') await this.#throwAway()
  }

  findingOf(id: string, call: Call): Finding {
    const findings = this.#findings.get(id)
    if (findings) return together(findings)
    if (this.#isLacking(call)) return missing(`extension ${call.extension}`, false)
    const reason = leftAlone[id]
    if (reason) return notTried(reason)
    if (!this.#token && call.access !== 'public') return notTried('nobody is signed in')
    if (call.access === 'operator')
      return notTried(this.#role === 'operator' ? 'decides for others' : 'is for operators')
    if (this.#role === 'operator' && call.access !== 'public' && call.access !== 'signed_in')
      return notTried('is for investors')
    const throwaway = throwawayCalls[id]
    if (throwaway)
      return notTried(
        this.#options.mayThrowAway
          ? 'what it needs was not answered by a call before it'
          : `${throwaway}, which --throwaway allows`,
      )
    return notTried('changes something, which --write allows')
  }

  /** A call that a dialect maps exists even if its extension is not listed. */
  #isLacking(call: Call): boolean {
    const { extension } = call
    if (extension === undefined || this.#options.dialect.calls[idOf.get(call) ?? '']) return false
    return !this.#extensions.has(extension)
  }

  #note(call: Call, finding: Finding): void {
    const id = idOf.get(call) ?? ''
    this.#findings.set(id, [...(this.#findings.get(id) ?? []), finding])
  }

  /** @returns the parsed value, or null if there is none */
  async #ask<C extends Call>(
    call: C,
    input: Input = {},
    { changes = false, key, part }: { changes?: boolean; key?: string; part?: string } = {},
  ): Promise<CallAnswer<C> | null> {
    if (this.#isLacking(call) || (changes && !this.#options.mayChange)) return null
    const { finding, value } = await this.#answer(call, input, key)
    this.#note(call, part === undefined ? finding : under(part, finding))
    return value as CallAnswer<C> | null
  }

  /** Public calls are made as a visitor first, and with the bearer if the upstream requires one. */
  async #answer(call: Call, input: Input, key?: string) {
    const { questions } = this.#options
    const question = {
      id: idOf.get(call) ?? '',
      call,
      input,
      ...(call.keyed && { key: key ?? randomUUID() }),
    }
    if (call.access !== 'public') return this.#answerSignedIn(question)
    const open = await questions.ask({ ...question, token: null })
    if (!this.#token || open.code !== forBearersOnly) return open
    const { finding, value } = await questions.ask({ ...question, token: this.#token })
    return { finding: together([finding, understood([{ field: '', rule: 'needs a bearer' }])]), value }
  }

  /** As the app does it: the password is sent once the upstream has asked for it, and the code after that. */
  async #answerSignedIn(question: Pick<Question, 'id' | 'call' | 'input' | 'key'>) {
    const { code, questions, password } = this.#options
    const token = this.#token
    let answer = await questions.ask({ ...question, token })
    if (answer.code === 'password_required')
      answer = await questions.ask({
        ...question,
        input: { ...question.input, currentPassword: password },
        token,
      })
    if (answer.code !== 'step_up_required' || code === undefined) return answer
    const { stepUp } = contract.secondFactors
    await questions.ask({ id: 'secondFactors.stepUp', call: stepUp, input: { code }, token })
    return questions.ask({ ...question, token })
  }

  #skip(call: Call, reason: string): void {
    if (!this.#isLacking(call)) this.#note(call, notTried(reason))
  }

  /** Makes a change only with permission; reports the reason if something is missing. */
  async #change<C extends Call>(call: C, input: Input | string, key?: string): Promise<CallAnswer<C> | null> {
    if (!this.#options.mayChange) return null
    if (typeof input !== 'string') return this.#ask(call, input, { changes: true, key })
    this.#skip(call, input)
    return null
  }

  async #askSettings(): Promise<void> {
    const { settings } = contract
    const found = new Map<string, Finding>()
    for (const key of settingKeys) {
      const { finding, value } = await this.#answer(settings.get, { key })
      found.set(key, finding)
      if (key === 'extensions' && value) this.#extensions = new Set(extensionsIn(value))
    }
    const isAllMissing = [...found.values()].every(({ verdict }) => verdict === 'missing')
    for (const [key, finding] of found) {
      const isPartMissing = finding.verdict === 'missing' && !isAllMissing
      // An upstream that has some settings may lack others.
      const part = isPartMissing ? understood([{ field: '', rule: 'missing' }]) : finding
      this.#note(settings.get, isAllMissing ? finding : under(key, part))
    }
  }

  async #signIn() {
    const { login, password, questions } = this.#options
    const call = contract.auth.login
    const input = { login, password }
    const { finding, value, code } = await questions.ask({ id: 'auth.login', call, input, token: null })
    if (code === 'invalid_credentials')
      throw new SignInRefused('The upstream refuses the login or its password')
    if (finding.verdict === 'not tried')
      throw new SignInRefused(`The upstream does not let the login in (${finding.reason})`)
    this.#note(call, finding)
    const signedIn = value as CallAnswer<typeof call> | null
    if (!signedIn) return null
    this.#token = signedIn.refreshToken
    this.#role = signedIn.user.role === 'operator' ? 'operator' : 'investor'
    return signedIn.user
  }

  async #askPublic(login: string): Promise<void> {
    const { content, settings, user, inquiries, demo } = contract
    const news = await this.#ask(content.news)
    const [item] = news?.items ?? []
    if (item) await this.#ask(content.newsItem, { id: item.id })
    else this.#skip(content.newsItem, 'there are no news')
    await this.#ask(settings.subscriptionOptions)
    await this.#ask(settings.paymentSystems)
    await this.#ask(settings.plans)
    await this.#ask(user.exchangeRate)
    await this.#ask(user.referral, { login })
    await this.#ask(demo.time)
    await this.#ask(contract.passkeys.signInOptions)
    const message = 'A check of the interface, by the conformance suite: nothing has to be done.'
    const email = 'conformance@example.org'
    await this.#change(inquiries.subscribe, { email })
    await this.#change(inquiries.message, { name: 'Conformance', email, message })
  }

  async #askInvestor(user: { login: string; city: string | null } | null | undefined): Promise<void> {
    const { deposits, payments, refills, userData, notification } = contract
    const { balance, statistics, bonus, operations, referrals, referralsOf } = contract.user
    for (const call of [
      balance,
      statistics,
      bonus,
      operations,
      contract.overview.read,
      contract.withdrawalSafety.read,
      contract.mailPhrase.read,
      contract.walletList.read,
    ])
      await this.#ask(call)
    const [partner] = (await this.#ask(referrals))?.items ?? []
    if (partner) await this.#ask(referralsOf, { login: partner.login })
    else this.#skip(referralsOf, 'there are no partners')

    const profile = await this.#ask(userData.byType, { type: 'profile' }, { part: 'profile' })
    await this.#ask(userData.byType, { type: 'verification' }, { part: 'verification' })
    const known = profile?.type === 'profile' ? profile.data : user
    await this.#change(userData.update, { type: 'profile', data: sameCity(known) })
    const wallets = (await this.#ask(userData.wallets))?.items ?? []
    // All of them: an upstream may take the list as the new whole.
    const saved = wallets.map(({ system, address }) => ({ system, address }))
    await this.#change(userData.updateWallets, { wallets: saved })
    await this.#change(contract.account.export, { currentPassword: this.#options.password })

    await this.#ask(contract.activity.list)
    await this.#ask(deposits.list)
    await this.#ask(payments.list)
    const refillsBefore = await this.#ask(refills.list)
    const [notified] = (await this.#ask(notification.list))?.items ?? []
    const read = notified && user && { id: notified.id, login: user.login }
    await this.#change(notification.read, read ?? 'there are no notifications')

    const created = await this.#changeMoney(wallets)
    const refillId = created?.id ?? refillsBefore?.items[0]?.id
    if (refillId) await this.#ask(refills.one, { id: refillId })
    else this.#skip(refills.one, 'there are no top-ups')
  }

  async #changeMoney(wallets: readonly Wallet[]) {
    const { outcomes, refills, deposits, demo } = contract
    if (!this.#options.mayChange) {
      this.#skip(outcomes.one, 'is about a change that was made')
      return null
    }
    const systems = (await this.#read(contract.settings.paymentSystems))?.items ?? []
    const toppedUp = systems.find(({ refill, ...system }) => refill.enabled && minAmount(refill, system))
    const key = randomUUID()
    const refill = await this.#change(
      refills.create,
      toppedUp
        ? { system: toppedUp.id, amount: minAmount(toppedUp.refill, toppedUp) }
        : 'no system takes top-ups of an amount that is known to be small',
      key,
    )
    if (refill) await this.#ask(outcomes.one, { key })
    else this.#skip(outcomes.one, 'no change was made')
    await this.#change(demo.payRefill, refill ? { id: refill.id } : 'no top-up was made')

    const plans = (await this.#read(contract.settings.plans))?.items ?? []
    const [smallest] = plans
      .filter(({ available, currencies }) => available && currencies.includes('USDT'))
      .map(({ id, bounds, min }) => ({ planId: id, amount: bounds.USDT?.min ?? min ?? '100' }))
      .sort((one, other) => Number(one.amount) - Number(other.amount))
    await this.#change(deposits.create, smallest ? { ...smallest, currency: 'USDT' } : 'no plan is open')
    await this.#exchange()
    await this.#subscribe()
    await this.#withdraw(systems, wallets)
    return refill
  }

  async #exchange(): Promise<void> {
    const { exchange, exchangeRate } = contract.user
    const limits = await this.#read(contract.settings.get, { key: 'limits' })
    const rates = await this.#read(exchangeRate)
    const coin = rates?.items.find((rate) => rate.exchangeable && rate.coin !== 'USDT')?.coin
    const amount = limits?.key === 'limits' ? limits.value.exchange.min : null
    await this.#change(
      exchange,
      coin
        ? {
            ...{ from: 'USDT', to: coin, amount: amount ?? '10' },
            ...(rates?.rateId && { rateId: rates.rateId }),
          }
        : 'there is nothing to exchange for',
    )
  }

  async #subscribe(): Promise<void> {
    const options = (await this.#read(contract.settings.subscriptionOptions))?.items ?? []
    const [option] = options
      .filter(({ currency, price }) => currency === 'USDT' && Number(price) <= smallUsdt)
      .sort((one, other) => Number(one.price) - Number(other.price))
    await this.#change(
      contract.user.subscription,
      option ? { optionId: option.id } : `none costs ${smallUsdt} USDT or less`,
    )
  }

  /** To a wallet that the account has saved; cancelled if the upstream can do that. */
  async #withdraw(systems: readonly PaymentSystem[], wallets: readonly Wallet[]): Promise<void> {
    const { payments, paymentCancel, demo } = contract
    const candidates = wallets.flatMap(({ system: name, address }) => {
      const system = systemOf(name, systems)
      const amount = system?.payment.enabled && minAmount(system.payment, system)
      return amount ? [{ system: system.id, wallet: address, amount }] : []
    })
    const lacking =
      wallets.length === 0 ? 'no wallet is saved' : 'no amount to a saved wallet is known to be small'
    const ask = () => this.#change(payments.create, candidates[0] ?? lacking)
    const made = async () => (await ask())?.payment?.id ?? null
    const none = 'no withdrawal was made'
    const first = await made()
    await this.#change(paymentCancel.cancel, first ? { id: first } : none)
    if (this.#isLacking(demo.decidePayment)) return
    const second = first && (await made())
    await this.#change(demo.decidePayment, second ? { id: second, decision: 'reject' } : none)
  }

  async #askOperator(): Promise<void> {
    const { operator } = contract
    await this.#ask(operator.self)
    const [colleague] = (await this.#ask(operator.operators))?.items ?? []
    if (colleague) await this.#ask(operator.operator, { id: colleague.id })
    else this.#skip(operator.operator, 'there are no operators')
    await this.#ask(operator.summary)
    await this.#ask(operator.audit)
    await this.#ask(operator.auditCheck)
    const links = (await this.#ask(operator.links))?.items ?? []
    const [link] = links
    if (link) await this.#ask(operator.link, { id: link.investor.id, partnerId: link.partner.id })
    else this.#skip(operator.link, 'there are no links')
    const [investor] = (await this.#ask(operator.investors))?.items ?? []
    if (investor) {
      await this.#ask(operator.investor, { id: investor.id })
      await this.#ask(operator.investorPreview, { id: investor.id, change: 'end_sessions' })
    } else
      for (const call of [operator.investor, operator.investorPreview])
        this.#skip(call, 'there are no investors')
    for (const [list, one] of [
      [operator.payments, operator.payment],
      [operator.refills, operator.refill],
      [operator.transfers, operator.transfer],
      [operator.verifications, operator.verification],
      [operator.inquiries, operator.inquiry],
      [operator.applications, operator.application],
    ] as const) {
      const [first] = (await this.#ask(list))?.items ?? []
      if (first) await this.#ask(one, { id: first.id })
      else this.#skip(one, 'the queue is empty')
    }
    for (const call of [
      operator.anomalies,
      operator.savedViews,
      operator.deposits,
      operator.users,
      operator.mailings,
      operator.mailingRecipients,
      operator.plans,
      operator.paymentSystems,
      operator.subscriptionOptions,
    ])
      await this.#ask(call)
    const [proposal] = (await this.#ask(operator.proposals))?.items ?? []
    if (proposal) await this.#ask(operator.proposal, { id: proposal.id })
    else this.#skip(operator.proposal, 'there are no proposals')
    const [draft] = (await this.#ask(operator.batchDrafts))?.items ?? []
    if (draft) await this.#ask(operator.batchDraft, { system: draft.system })
    else this.#skip(operator.batchDraft, 'nothing waits for a batch')
    const [batch] = (await this.#ask(operator.batches))?.items ?? []
    if (batch) await this.#ask(operator.batch, { id: batch.id })
    else this.#skip(operator.batch, 'there are no batches')
    await this.#ask(operator.setting, { key: 'limits' })
    const [item] = (await this.#ask(operator.news))?.items ?? []
    if (item) await this.#ask(operator.newsItem, { id: item.id })
    else this.#skip(operator.newsItem, 'there are no news')
  }

  /** Ends the session of the survey itself. */
  async #endSession(): Promise<void> {
    const { sessions } = contract
    const own = (await this.#ask(sessions.list))?.items.find(({ current }) => current)
    if (own) await this.#ask(sessions.end, { id: own.id })
    else this.#skip(sessions.end, 'the list does not tell which is the own one')
  }

  /** What can be made to an account that nobody needs afterwards. */
  async #throwAway(): Promise<void> {
    const account: SurveyedAccount = {
      ask: this.#ask.bind(this),
      read: this.#read.bind(this),
      skip: this.#skip.bind(this),
      signInAgain: () => this.#signInAgain(),
    }
    await this.#signInAgain()
    await askAccountSafety(account, this.#options.origin)
    await askNotMe(account, this.#options.notMeToken)
  }

  /** @returns the challenge of a second factor; null if none is asked for */
  async #signInAgain(): Promise<string | null> {
    const { login, password, questions } = this.#options
    const call = contract.auth.login
    const { value, params } = await questions.ask({
      ...{ id: 'auth.login', call, input: { login, password }, token: null },
    })
    const signedIn = value as CallAnswer<typeof call> | null
    if (signedIn) this.#token = signedIn.refreshToken
    const challenge = params?.['challenge']
    return typeof challenge === 'string' ? challenge : null
  }

  /** Makes a call without a note of its answer, with the signed-in account. */
  async #read<C extends Call>(call: C, input: Input = {}): Promise<CallAnswer<C> | null> {
    const { value } = await this.#options.questions.ask({
      ...{ id: idOf.get(call) ?? '', call, input, token: this.#token },
    })
    return value as CallAnswer<C> | null
  }
}

/** The minimum of a payment system; null if it is not stated and twenty of its currency may be much. */
const minAmount = ({ min }: { min: string | null }, { currency }: Pick<PaymentSystem, 'currency'>) =>
  min ?? (currency === 'USDT' ? String(smallUsdt) : null)

/** A change without effect: it sends the present value again. */
const sameCity = (known: { city: string | null } | null | undefined): Input =>
  known?.city ? { city: known.city } : {}

function extensionsIn(value: unknown): string[] {
  const setting = value as CallAnswer<typeof contract.settings.get>
  return setting.key === 'extensions' ? setting.value : []
}
