import { users } from '../db/schema/users'
import { type PasswordHasher } from '../auth/passwords'
import { type History } from './history'

/** The demonstration's sign-ins. Their phone numbers are reserved for fiction, and their e-mail domains don't exist. */
export const demoSignIns = [
  { login: 'investor', password: 'Demo-investor-1' },
  { login: 'operator', password: 'Demo-operator-1' },
] as const

/** A second admin, who approves what needs two, and operators of the other roles. */
export const demoColleagues = [
  { login: 'admin', password: 'Demo-admin-1' },
  { login: 'cashier', password: 'Demo-cashier-1' },
  { login: 'support', password: 'Demo-support-1' },
  { login: 'editor', password: 'Demo-editor-1' },
] as const

/** Every code that the demonstration sends. */
export const demoCode = '000000'

/** Creates the accounts and returns the ids of the first two. */
export async function makeAccounts(
  history: History,
  passwords: PasswordHasher,
): Promise<{ investorId: string; operatorId: string }> {
  const registeredAt = history.moment(123, '07:40')
  const { newId } = history.context(registeredAt)
  const rows = await Promise.all(
    demoSignIns.map(async ({ login, password }, index) => ({
      id: newId(),
      login,
      email: `${login}@tideline.example`,
      // From the numbers reserved for fiction, which are never assigned.
      phone: `+1202555014${index + 1}`,
      phoneConfirmedAt: registeredAt,
      passwordHash: await passwords.hash(password),
      role: login,
      operatorRole: login === 'operator' ? ('admin' as const) : null,
      country: login === 'investor' ? 'Lithuania' : null,
      city: login === 'investor' ? 'Vilnius' : null,
      registeredAt,
    })),
  )
  const colleagues = await Promise.all(
    demoColleagues.map(async ({ login, password }) => ({
      id: newId(),
      login,
      email: `${login}@tideline.example`,
      passwordHash: await passwords.hash(password),
      role: 'operator' as const,
      operatorRole: login,
      registeredAt,
    })),
  )
  await history.tx.insert(users).values([...rows, ...colleagues])
  const [investor, operator] = rows
  return { investorId: investor!.id, operatorId: operator!.id } // in the order of `demoSignIns`
}
