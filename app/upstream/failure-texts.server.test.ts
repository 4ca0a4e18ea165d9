import { describe, expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { type FailureDetails, UpstreamFailure } from './failure.server'
import { fieldTexts, problemText } from './failure-texts.server'
import { readProblem } from './reader/problem.server'

const { en, ru } = createServerI18n('Europe/Vilnius')

const failure = (details: Partial<FailureDetails>) =>
  new UpstreamFailure({
    kind: 'refused',
    call: 'deposits.create',
    requestId: 'request-1',
    status: 422,
    sent: true,
    ...details,
  })

/** Amounts use non-breaking spaces. */
const plainSpaces = (text: string) => text.replace(/\s/g, ' ')

describe('a known error code', () => {
  test('has our own text, whatever the upstream’s message', () => {
    const refused = failure({ code: 'insufficient_funds', problem: { message: 'E_FUNDS 17' } })
    expect(problemText(refused, en)).toBe('Not enough money on the balance')
  })

  test('has its bounds written out in the reader’s language', () => {
    const params = { min: '1000.5', currency: 'USDT' }
    const refused = failure({ code: 'amount_below_min', problem: { message: '', params } })
    expect(plainSpaces(problemText(refused, en))).toBe('The minimum is 1,000.50 USDT')
    expect(plainSpaces(problemText(refused, ru))).toMatch(/ 1 000,50 USDT$/)
  })

  test('has no gap if the upstream gives no reason', () => {
    const suspended = failure({
      kind: 'forbidden',
      status: 403,
      code: 'account_suspended',
      problem: { message: '' },
    })
    expect(problemText(suspended, en)).toBe('This account is suspended.')
  })
})

/** The sentences of the product's description, word for word, and their Russian translations. */
const sentences: [sentence: string, russian: string][] = [
  ['Incorrect login or password', 'Неверный логин или пароль'],
  ['Retry the request in a few minutes', 'Повторите запрос через несколько минут'],
  ['Error sending code', 'Ошибка при отправке кода'],
  ['This number is already registered', 'Этот номер уже зарегистрирован'],
  ['This email is already registered', 'Этот адрес почты уже зарегистрирован'],
  ['This login has already been registered', 'Этот логин уже зарегистрирован'],
  ['Registration Error', 'Ошибка регистрации'],
  ['Verification Error', 'Ошибка подтверждения'],
  ['An error occurred, try later', 'Произошла ошибка, попробуйте позже'],
  ['Session time expired', 'Время сеанса истекло'],
  ['Subscription creation error', 'Ошибка оформления подписки'],
  ['Deposit creation error', 'Ошибка открытия депозита'],
  ['Deposit closure error', 'Ошибка закрытия депозита'],
  ['Update error', 'Ошибка обновления данных'],
  ['Timeout expired', 'Время ожидания истекло'],
  ['Please enter your email address!', 'Укажите адрес электронной почты!'],
  ['Incorrect E-mail!', 'Неверный адрес электронной почты!'],
  ['Incorrect phone number', 'Неверный номер телефона'],
  ['Incorrect phone number or mail', 'Неверный номер телефона или адрес почты'],
  ['Passwords do not match', 'Пароли не совпадают'],
  ['Your password is too simple', 'Слишком простой пароль'],
]

describe('a sentence of the product’s description, without any code', () => {
  const refusedBy = (sentence: string) => {
    const problem = readProblem({ message: sentence }, '')
    return failure({ code: problem?.code, problem })
  }

  test.each(sentences)('%s: is shown in the reader’s language', (sentence, russian) => {
    expect(problemText(refusedBy(sentence), en)).toBe(sentence)
    expect(problemText(refusedBy(sentence.toUpperCase()), ru)).toBe(russian)
  })

  test.each(sentences)('%s: at a field, too', (sentence, russian) => {
    const problem = readProblem({ errors: { email: [sentence] } }, '')
    expect(fieldTexts(failure({ problem }), ru)).toEqual({ email: russian })
  })
})

describe('a message without a known code', () => {
  test('is shown as one line of text', () => {
    const refused = failure({ code: 'E_17', problem: { message: ' Not\nfor\u0000 <b>you</b> ' } })
    expect(problemText(refused, en, 'opening')).toBe('Not for <b>you</b>')
  })

  test('is cut at 300 characters, not inside a character', () => {
    const text = problemText(failure({ problem: { message: '💧'.repeat(400) } }), en)
    expect([...text]).toHaveLength(300)
    expect(text).toMatch(/^💧{299}…$/u)
  })
})

test.each([
  ['opening', 'Deposit creation error'],
  ['closing', 'Deposit closure error'],
  ['registration', 'Registration Error'],
  ['any', 'An error occurred, try later'],
] as const)('without both, the form of %s shows: %s', (form, text) => {
  expect(problemText(failure({}), en, form)).toBe(text)
})

test.each<[UpstreamFailure['kind'], string]>([
  ['unauthorized', 'Session time expired'],
  ['rate_limited', 'Retry the request in a few minutes'],
  ['timeout', 'Timeout expired'],
  ['unavailable', 'An error occurred, try later'],
  ['bad_upstream', 'An error occurred, try later'],
])('%s is shown as: %s', (kind, text) => {
  expect(problemText(failure({ kind, problem: { message: 'stack at line 5' } }), en, 'opening')).toBe(text)
})

test.each([
  [41, 'Retry the request in a few minutes. Time left to wait: 41 seconds'],
  [60, 'Retry the request in a few minutes. Time left to wait: 1 minute'],
  [599, 'Retry the request in a few minutes. Time left to wait: 10 minutes'],
])('a form that is sent %s seconds too early shows the exact wait', (retryAfter, text) => {
  expect(plainSpaces(problemText(failure({ kind: 'rate_limited', retryAfter }), en))).toBe(text)
})

test('a network that has used up its codes of the day is told when it gets more', () => {
  const quota = { kind: 'rate_limited', status: 429, code: 'network_quota' } as const
  const text =
    'Too many codes have been asked for from your network today. Try again later or from another network'
  expect(problemText(failure(quota), en)).toBe(text)
  expect(plainSpaces(problemText(failure({ ...quota, retryAfter: 7_000 }), en))).toBe(
    `${text}. Time left to wait: 2 hours`,
  )
})

test.each([
  ['not_found', 'closing', 'Deposit closure error'],
  ['forbidden', 'opening', 'Deposit creation error'],
] as const)("%s of the form of %s shows the form's error, not the page's", (kind, form, text) => {
  const refused = failure({ kind, code: kind, problem: { message: 'nothing here' } })
  expect(problemText(refused, en, form)).toBe(text)
  expect(problemText(refused, en)).toBe(en.t(`refusals:code.${kind}`))
})

test('each field has its own sentence', () => {
  const fields = {
    amount: { code: 'amount_above_max', message: 'x', params: { max: '0.5', currency: 'BTC' } },
    wallet: { code: 'E_1', message: 'Not a wallet of ours' },
    system: { code: 'E_2', message: '' },
  }
  const refused = failure({ code: 'validation', problem: { message: '', fields } })
  const texts = Object.entries(fieldTexts(refused, en)).map(([field, text]) => [field, plainSpaces(text)])
  expect(Object.fromEntries(texts)).toEqual({
    amount: 'The maximum is 0.50000000 BTC',
    wallet: 'Not a wallet of ours',
    system: 'Check this field',
  })
})

test.each([
  [undefined, 'Retry the request in a few minutes', 'Повторите запрос через несколько минут'],
  [3_600, 'Retry the request in 1 hour', 'Повторите запрос через 1 час'],
  [1_201, 'Retry the request in 25 minutes', 'Повторите запрос через 25 минут'],
  [3 * 3_600 + 5, 'Retry the request in 4 hours', 'Повторите запрос через 4 часа'],
  [23.5 * 3_600, 'Retry the request in 1 day', 'Повторите запрос через 1 день'],
])('a wait of %s seconds is shown exactly', (retryAfter, english, russian) => {
  const tooOften = failure({ kind: 'rate_limited', status: 429, code: 'too_many_requests', retryAfter })
  expect(plainSpaces(problemText(tooOften, en))).toBe(english)
  expect(plainSpaces(problemText(tooOften, ru))).toBe(russian)
})
