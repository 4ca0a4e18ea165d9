import { and, asc, eq, isNull } from 'drizzle-orm'
import { outbox } from '../../backend/db/schema/notifications'
import { users } from '../../backend/db/schema/users'
import { type Person } from './people'
import { type TestUpstream } from './upstream'

/** The tokens of the links in the messages about an account, oldest first; of a backend in this process. */
export async function linkTokensOf(
  upstream: TestUpstream,
  { id, email, phone }: Pick<Person, 'id' | 'email' | 'phone'>,
): Promise<string[]> {
  const { here } = upstream
  if (!here) throw new Error('only a backend in this process shows its messages')
  await here.answered()
  // A message of a keyed call waits for the outbox worker.
  const waiting = await here.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.userId, id), isNull(outbox.sentAt), isNull(outbox.givenUpAt)))
    .orderBy(asc(outbox.createdAt))
  for (const message of waiting) await here.outbox.send(here.db, message.id)
  return here.messages
    .filter(({ recipient }) => recipient === email || recipient === phone)
    .flatMap(({ values }) => /\/not-me\/([\w-]{43})$/.exec(String(values['link']))?.[1] ?? [])
}

/** The token of the link in the latest message about an account that the test knows by its login. */
export async function latestLinkToken(
  upstream: TestUpstream,
  person: Pick<Person, 'login' | 'email' | 'phone'>,
): Promise<string> {
  const [user] = await upstream
    .here!.db.select({ id: users.id })
    .from(users)
    .where(eq(users.login, person.login))
  const token = (await linkTokensOf(upstream, { ...person, id: user!.id })).at(-1)
  if (!token) throw new Error('no message about the account has a link')
  return token
}
