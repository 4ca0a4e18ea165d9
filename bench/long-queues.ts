import { join } from 'node:path'
import pg from 'pg'

/** Cases that wait, as many in each queue. Each is somebody else's, with a wallet and a name of its own. */

/** What each statement takes: how many cases. */
const statements = [
  `insert into users (id, login, email, registered_at)
   select 'queue-' || n, 'queue-' || n, 'queue-' || n || '@example.org', now() - n * interval '1 second'
   from generate_series(1, $1::int) as n`,
  `insert into payments (id, user_id, system_id, currency, network, wallet, amount, fee, net, from_balance, created_at, expected_by)
   select 'payment-' || n, 'queue-' || n, 'usdt-trc20', 'USDT', 'TRC-20', 'TW' || md5('payment' || n), 50, 1, 49, 50,
     now() - n * interval '1 second', now() - n * interval '1 second' + interval '96 hours'
   from generate_series(1, $1::int) as n`,
  `insert into refills (id, user_id, system_id, currency, network, request_amount, wallet, created_at, expires_at)
   select 'refill-' || n, 'queue-' || n, 'usdt-trc20', 'USDT', 'TRC-20', 100, 'TR' || md5('refill' || n),
     now() - n * interval '1 second', now() + interval '30 days'
   from generate_series(1, $1::int) as n`,
  `insert into verifications (id, user_id, full_name, submitted_at)
   select 'verification-' || n, 'queue-' || n, 'Kai ' || md5('person' || n), now() - n * interval '1 second'
   from generate_series(1, $1::int) as n`,
  `insert into inquiries (id, kind, email, name, message, language, created_at)
   select 'message-' || n, 'message', 'sender-' || n || '@example.org', 'Kai ' || md5('sender' || n),
     'When is the first term of my deposit over? My number is ' || n ||
       case when n % 25 = 0 then '. It concerns a rebate.' else '.' end, 'en', now() - n * interval '1 second'
   from generate_series(1, $1::int) as n`,
  `insert into inquiries (id, kind, user_id, created_at)
   select 'deletion-' || n, 'deletion', 'queue-' || n, now() - n * interval '1 second'
   from generate_series(1, $1::int) as n`,
  `insert into inquiries (id, kind, vacancy_id, email, name, message, language, created_at)
   select 'application-' || n, 'application', 'lawyer', 'applicant-' || n || '@example.org', 'Kai ' || md5('applicant' || n),
     'I read contracts, the ' || n || 'th too.', 'en', now() - n * interval '1 second'
   from generate_series(1, $1::int) as n`,
]

/** @param dataDir of a product on its embedded database */
export async function fillQueues(dataDir: string, cases: number): Promise<void> {
  const pool = new pg.Pool({ host: join(dataDir, 'postgres'), user: 'app', database: 'postgres', max: 1 })
  try {
    for (const statement of statements) await pool.query(statement, [cases])
    // As the server does by itself after a while.
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** What operators ask of a queue, as paths of the API. `half` is a case in the middle of the queue. */
export const questions = (cases: number): Record<string, string> => {
  const half = Math.floor(cases / 2)
  const list = (path: string, query: string) => `/ext/operator/${path}?${query}`
  const payments = 'sort=expectedBy&sortDir=asc&status=open'
  const verifications = 'sort=submittedAt&sortDir=asc&status=in_process'
  const oldest = 'sort=createdAt&sortDir=asc'
  return {
    'withdrawals: list': list('payments', payments),
    'withdrawals: filter': list('payments', 'sort=createdAt&sortDir=desc&status=rejected'),
    'withdrawals: by days': list('payments', `${payments}&from=2020-01-01&to=2020-02-01`),
    'withdrawals: search': list('payments', `${payments}&search=queue-${half}`),
    'withdrawals: case, and the next one': `/ext/operator/payments/payment-${half}`,
    'top-ups: list': list('refills', `${oldest}&status=pending`),
    'top-ups: filter': list('refills', 'sort=createdAt&sortDir=desc&status=rejected'),
    'top-ups: search': list('refills', `${oldest}&status=pending&search=queue-${half}`),
    'top-ups: case, and the next one': `/ext/operator/refills/refill-${half}`,
    'verifications: list': list('verifications', verifications),
    'verifications: filter': list('verifications', 'sort=submittedAt&sortDir=desc&status=rejected'),
    'verifications: search': list('verifications', `${verifications}&search=queue-${half}`),
    'verifications: case, and the next one': `/ext/operator/verifications/verification-${half}`,
    'messages: list': list('inquiries', `${oldest}&status=open`),
    'messages: filter': list('inquiries', 'sort=createdAt&sortDir=desc&status=done'),
    'messages: search': list('inquiries', `${oldest}&status=open&search=sender-${half}%40example.org`),
    'messages: case, and the next one': `/ext/operator/inquiries/message-${half}`,
    'deletion requests: list': list('inquiries', `${oldest}&status=open&kind=deletion`),
    'deletion requests: search': list(
      'inquiries',
      `${oldest}&status=open&kind=deletion&search=queue-${half}`,
    ),
    'deletion requests: case, and the next one': `/ext/operator/inquiries/deletion-${half}`,
    'applications: list': list('applications', `${oldest}&status=open`),
    'applications: filter': list('applications', `${oldest}&status=declined&vacancy=lawyer`),
    'applications: search': list('applications', `${oldest}&status=open&search=applicant-${half}`),
    'applications: case, and the next one': `/ext/operator/applications/application-${half}`,
    'a search for a word that each case has': list('inquiries', `${oldest}&status=open&search=deposit`),
    'a search for a word that each 25th case has': list('inquiries', `${oldest}&status=open&search=rebate`),
    'a search for how each wallet begins': list('payments', `${payments}&search=TW`),
    'a search for how each login begins': list('refills', `${oldest}&status=pending&search=queue`),
    'a search for nothing': list('applications', `${oldest}&status=open&search=nobodyatall`),
    'counts of all queues': '/ext/operator/self',
    'the first screen': '/ext/operator/summary',
  }
}
