import Big from 'big.js'
import {
  type Books,
  type Currency,
  type Deposit,
  type Payment,
  type Refill,
  dayMs,
  hourMs,
  paymentSystems,
  plans,
} from './books'

export const investorPassword = 'Demo-investor-1'

/**
 * Fills new books: an investor with entries of every kind and status, partners on three levels, news.
 * @param login makes the login of a name
 * @param dust is added to amounts, to give them more decimals
 * @returns the login of the investor
 */
export function seed(books: Books, login: (name: string) => string, dust: string): string {
  const start = books.now().getTime()
  const ago = (days: number) => new Date(start - days * dayMs)
  const amount = (text: string) => Big(text).plus(dust)
  const [usdt, btc, eth, tron] = paymentSystems as Four<(typeof paymentSystems)[0]>
  const [breeze, depth, tsunami] = plans as [Deposit['plan'], Deposit['plan'], Deposit['plan']]

  const person = (name: string, number: number, inviterLogin?: string) =>
    books.register(
      {
        login: login(name),
        password: name === 'investor' ? investorPassword : `Demo-${name}-1`,
        email: `${name}@example.org`,
        phone: `+3706000000${number}`,
        phoneConfirmed: true,
        ...(inviterLogin && { inviterLogin }),
      },
      ago(200),
    )
  const head = person('head', 0)
  const investor = person('investor', 1, head.login)
  const amber = person('amber', 2, investor.login)
  const birch = person('birch', 3, amber.login)
  const cedar = person('cedar', 4, birch.login)
  person('dune', 5, investor.login)

  investor.profile = {
    country: 'Lithuania',
    city: 'Vilnius',
    telegram: '@investor',
    instagram: 'investor',
    vk: 'investor',
  }
  investor.subscription = new Date(start + 20 * dayMs)
  investor.wallets.set(usdt.name, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
  investor.wallets.set(btc.name, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
  investor.verification = {
    fullName: 'Demo Investor',
    dateOfBirth: '1990-05-04',
    maritalStatus: 'single',
    documentNumber: 'AB123456',
    status: 'in process',
  }

  const deposit = (of: string, plan: Deposit['plan'], text: string, currency: Currency, opened: Date) =>
    books.add(books.deposits, { login: of, plan, currency, amount: amount(text), opened })
  deposit(investor.login, breeze, '1000', 'USDT', ago(20))
  deposit(investor.login, depth, '0.02', 'BTC', ago(55))
  deposit(investor.login, breeze, '250.5', 'USDT', ago(70))
  deposit(investor.login, tsunami, '5000', 'USDT', ago(120)).closed = ago(60)
  deposit(amber.login, breeze, '2000', 'USDT', ago(30))
  deposit(birch.login, depth, '0.5', 'ETH', ago(10))
  deposit(cedar.login, breeze, '800', 'TRON', ago(10))

  const refill = (system: Refill['system'], text: string, days: number, status: Refill['status']) => {
    const isIn = status === 'topped up'
    const requestAmount = amount(text)
    books.add(books.refills, {
      login: investor.login,
      system,
      requestAmount,
      status,
      creationDate: ago(days),
      wallet: `stranger-${system.id}-wallet`,
      ...(isIn && {
        creditedAmount: requestAmount,
        creditDate: new Date(start - days * dayMs + hourMs),
        transactionHash: '5f'.repeat(32),
      }),
    })
  }
  refill(usdt, '6000', 130, 'topped up')
  refill(btc, '0.1', 60, 'topped up')
  refill(eth, '1', 50, 'rejected')
  refill(usdt, '300', 40, 'timeout expired')
  refill(tron, '800', 1 / 24, 'pending')

  const payment = (system: Payment['system'], text: string, days: number, status: Payment['status']) =>
    books.add(books.payments, {
      login: investor.login,
      system,
      wallet: investor.wallets.get(system.name) ?? '',
      status,
      amount: amount(text),
      creationDate: ago(days),
      ...(status === 'withdrawn' && { withdrawalDate: ago(days - 2) }),
    })
  payment(usdt, '150', 100, 'withdrawn')
  payment(usdt, '40.25', 30, 'rejected')
  payment(btc, '0.005', 2, 'under review')
  payment(usdt, '75', 1, 'pending')

  const moved = (days: number, type: string, text: string, currency: Currency) =>
    books.move(investor.login, type, amount(text), currency, ago(days))
  moved(130, 'refill', '6000', 'USDT')
  moved(60, 'refill', '0.1', 'BTC')
  moved(30, 'deposit', '-1000', 'USDT')
  moved(25, 'referral', '12.5', 'USDT')
  moved(20, 'matching', '3.75', 'USDT')
  moved(10, 'bonus', '50', 'USDT')
  moved(1, 'withdrawal', '-75', 'USDT')

  const kinds = [
    { type: 'mailing', message: '<p>A <b>new</b> tariff</p>', image: 'https://images.example/tariff.png' },
    { type: 'refill', message: 'Your top-up has come' },
    { type: 'long_login', message: 'It has been a while' },
    { type: 'bonus', message: 'A bonus of 50 USDT' },
    { type: 'other', message: '<p>Rules</p>', image: 'https://images.example/rules.png' },
  ] as const
  for (const kind of kinds) books.add(books.notifications, { ...kind, login: investor.login, read: false })

  for (const [days, title] of [
    [30, 'Tsunami is open'],
    [10, 'A round is closed'],
    [2, 'TRON is here'],
  ] as const)
    books.add(books.news, { title, text: `<p>${title}.</p>`, day: ago(days).toISOString().slice(0, 10) })

  return investor.login
}

type Four<T> = [T, T, T, T]
