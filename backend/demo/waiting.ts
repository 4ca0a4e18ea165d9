import { eq } from 'drizzle-orm'
import { inquiries } from '../db/schema/operator'
import { verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { documentDays, keptFor, resumeDays } from '../domain/retention'
import { type History } from './history'
import { addPapers, maskedNumberOf } from './papers'

/**
 * What waits for operators beside messages, top-ups and transfers: applications, and documents. All of these people are made up;
 * the phones are of a range that the United Kingdom keeps for fiction.
 */

const applications: (Pick<
  typeof inquiries.$inferInsert,
  'id' | 'vacancyId' | 'language' | 'name' | 'email' | 'phone' | 'message'
> & { daysBefore: number; time: string; resume: string })[] = [
  {
    ...{ id: 'demo-application-1', vacancyId: 'client-manager', daysBefore: 3, time: '11:20' },
    language: 'ru',
    ...{ name: 'Нина Никтошина', email: 'nina.nobody@applicant.example', phone: '+447700900101' },
    message: 'Здравствуйте! Веду переписку с клиентами на двух языках. Когда можно созвониться?',
    resume: 'demo-resume-1',
  },
  {
    ...{ id: 'demo-application-2', vacancyId: 'lawyer', daysBefore: 1, time: '15:45' },
    language: 'en',
    ...{ name: 'Max Mustermann', email: null, phone: '+447700900102' },
    message: 'I read contracts to their end. Please call, I have no e-mail.',
    resume: 'demo-resume-2',
  },
]

const submissions: (Pick<
  typeof verifications.$inferInsert,
  'id' | 'fullName' | 'birthDate' | 'maritalStatus'
> & { login: string; daysBefore: number; time: string; files: string[] })[] = [
  {
    ...{ id: 'demo-verification-1', login: 'pebble', daysBefore: 2, time: '09:10' },
    ...{ fullName: 'Penny Pebblestone', birthDate: '1988-04-12' },
    maritalStatus: 'married',
    files: ['demo-passport-1', 'demo-login-1', 'demo-wallet-1'],
  },
  {
    ...{ id: 'demo-verification-2', login: 'osprey', daysBefore: 1, time: '17:30' },
    ...{ fullName: 'Осип Выдумкин', birthDate: '1979-11-03' },
    maritalStatus: 'single',
    files: ['demo-passport-2', 'demo-login-2', 'demo-wallet-2'],
  },
]

const documentFields = ['photoDocument', 'photoLogin', 'photoWallet']

/** Adds applications with their résumés, and documents that partners of the investor have handed in. */
export function addWaitingCases(history: History): void {
  const { tx } = history
  for (const { daysBefore, time, resume, ...application } of applications)
    history.on(daysBefore, time, async ({ now }) => {
      await tx.insert(inquiries).values({ kind: 'application', createdAt: now, ...application })
      const kept = { storedAt: now, eraseAfter: keptFor(resumeDays, now) }
      const owner = { owner: 'application', ownerId: application.id } as const
      await addPapers(tx, owner, [{ id: resume, field: 'resume' }], kept)
    })
  for (const { daysBefore, time, login, files, ...submission } of submissions)
    history.on(daysBefore, time, async ({ now }) => {
      const [user] = await tx
        .update(users)
        .set({ verification: 'in_process' })
        .where(eq(users.login, login))
        .returning({ id: users.id })
      const { id } = submission
      await tx.insert(verifications).values({
        ...{ ...submission, userId: user!.id, submittedAt: now },
        documentNumberMasked: maskedNumberOf(id),
      })
      const kept = { storedAt: now, eraseAfter: keptFor(documentDays, now) }
      const named = files.map((file, place) => ({ id: file, field: documentFields[place]! }))
      await addPapers(tx, { owner: 'verification', ownerId: id }, named, kept)
    })
}
