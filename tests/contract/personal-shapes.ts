import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { inquiries } from '../../backend/db/schema/operator'
import { fileOf } from '../support/files'
import { tronWallet } from '../support/investor'
import { type Sending } from './client'
import { newInvestor } from './people'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** Personal data, wallets, documents and a visitor's inquiries. */
export function personalShapes(ask: Ask, upstreamOf: () => TestUpstream): void {
  it('store personal data in one place', async () => {
    const person = await newInvestor(upstreamOf())
    const nothing = { fullName: null, birthDate: null, maritalStatus: null, country: null, city: null }
    expect(await ask(contract.userData.byType, {}, person)).toEqual({ type: 'profile', data: nothing })
    const said = { fullName: 'Kai Marin', birthDate: '1988-12-01', city: 'Nida' }
    const changed = await ask(contract.userData.update, { type: 'profile', data: said }, person)
    expect(changed).toEqual({ type: 'profile', data: { ...nothing, ...said } })
    // The city belongs to the user, whichever call changes it.
    const { user } = await ask(contract.user.profile, { city: 'Klaipėda' }, person)
    expect(user).toMatchObject({ city: 'Klaipėda', country: null })
    const read = await ask(contract.userData.byType, { type: 'profile' }, person)
    expect(read.data).toEqual({ ...nothing, ...said, city: 'Klaipėda' })
    const state = await ask(contract.userData.byType, { type: 'verification' }, person)
    expect(state.data).toEqual({
      status: 'none',
      reason: null,
      submittedAt: null,
      documentNumberMasked: null,
    })
  })

  it('save wallets and remove them', async () => {
    const person = await newInvestor(upstreamOf())
    const save = async (address: string) =>
      ask(
        contract.userData.updateWallets,
        { wallets: [{ system: 'usdt-trc20', address }], currentPassword: person.password },
        person,
      )
    const { items } = await save(tronWallet)
    expect(items).toMatchObject([{ system: 'usdt-trc20', network: 'TRC-20', address: tronWallet }])
    expect((await ask(contract.userData.wallets, {}, person)).items).toEqual(items)
    expect((await save('')).items).toEqual([])
  })

  it('accept documents, and report the state of the verification', async () => {
    const person = await newInvestor(upstreamOf())
    const handedIn = await ask(contract.userData.verify, submission(), person)
    expect(handedIn).toEqual({
      type: 'verification',
      data: {
        status: 'in_process',
        reason: null,
        submittedAt: expect.stringMatching(/Z$/) as string,
        documentNumberMasked: '•••• 4509',
      },
    })
    const read = await ask(contract.userData.byType, { type: 'verification' }, person)
    expect(read).toEqual(handedIn)
    const { user } = await ask(contract.user.profile, {}, person)
    expect(user.verification).toBe('in_process')
  })

  it("accept a visitor's inquiries", async () => {
    const email = `reader-${randomUUID()}@example.org`
    for (const spelling of [email, email.toUpperCase()]) {
      expect(await ask(contract.inquiries.subscribe, { email: spelling })).toEqual({})
    }
    const message = { name: 'Ona', email, message: 'When are you open?' }
    expect(await ask(contract.inquiries.message, message)).toEqual({})
    const { value } = (await ask(contract.settings.get, { key: 'vacancies' })) as { value: { id: string }[] }
    const application = { id: value[0]!.id, name: 'Ona', phone: '+370 612 34567', resume: fileOf('pdf') }
    expect(await ask(contract.inquiries.apply, application)).toEqual({})
    const { here } = upstreamOf()
    if (!here) return
    const subscribers = await here.db.select().from(inquiries).where(eq(inquiries.email, email))
    expect(subscribers.map(({ kind }) => kind).sort()).toEqual(['message', 'subscriber'])
  })
}

/** A complete submission of documents; a test changes the part that it checks. */
export const submission = (change: Record<string, string | File> = {}) => ({
  fullName: 'Kai Marin',
  birthDate: '1988-12-01',
  maritalStatus: 'single',
  documentNumber: 'LT-22 4509',
  photoDocument: fileOf('pdf', 400_000),
  photoLogin: fileOf('jpg'),
  photoWallet: fileOf('webp'),
  ...change,
})
