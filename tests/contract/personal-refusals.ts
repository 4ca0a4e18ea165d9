import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type ErrorCode } from '~/contract/errors'
import { type Db } from '../../backend/db/connect'
import { settings } from '../../backend/db/schema/settings'
import { fileOf } from '../support/files'
import { tronWallet } from '../support/investor'
import { ask } from './client'
import { newInvestor } from './people'
import { submission } from './personal-shapes'
import { type Refusals } from './refusals'

/** Refusals of personal data, wallets, documents and inquiries. */
export function personalRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('personal data', async () => {
    const person = await newInvestor(refusals.upstream)
    await refused('not_found', contract.userData.byType, { type: 'shoe-size' }, person)
    const withBirthDate = (birthDate: string) =>
      refused('validation', contract.userData.update, { type: 'profile', data: { birthDate } }, person)
    expect((await withBirthDate('30.02.1990')).fields).toHaveProperty(['data.birthDate', 'code'], 'invalid')
    expect((await withBirthDate('2990-02-03')).fields).toHaveProperty(['data.birthDate', 'code'], 'invalid')
  })

  it('wallets: name each field and its network', async () => {
    const person = await newInvestor(refusals.upstream)
    const wallets = [
      { system: 'usdt-trc20', address: tronWallet },
      { system: 'btc', address: tronWallet },
      { system: 'no-such', address: tronWallet },
    ]
    const { fields } = await refused('wallet_invalid', contract.userData.updateWallets, { wallets }, person)
    expect(fields).toEqual({
      'wallets.1.address': {
        code: 'wallet_invalid',
        message: 'This address does not belong to Bitcoin',
        params: { network: 'Bitcoin' },
      },
      'wallets.2.system': { code: 'invalid', message: 'Check this field' },
    })
    const unknown = { wallets: [{ system: 'no-such', address: '' }] }
    const problem = await refused('validation', contract.userData.updateWallets, unknown, person)
    expect(problem.fields).toHaveProperty(['wallets.0.system', 'code'], 'invalid')
  })

  it('wallets: new to the investor', async () => {
    const person = await newInvestor(refusals.upstream)
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    const save = (code: ErrorCode, currentPassword?: string) =>
      refused(code, contract.userData.updateWallets, { wallets, currentPassword }, person)
    const { fields } = await save('password_required')
    expect(fields).toHaveProperty('currentPassword.code', 'password_required')
    await save('password_wrong', 'not this one')
  })

  it('documents: name the field, and store nothing', async () => {
    const person = await newInvestor(refusals.upstream)
    const verify = (code: ErrorCode, change: Record<string, string | File>) =>
      refused(code, contract.userData.verify, submission(change), person)
    const page = new File(['<svg onload="alert(1)"/>'], 'me.png')
    const kind = await verify('unsupported_file', { photoLogin: page })
    expect(kind.fields).toHaveProperty('photoLogin.code', 'unsupported_file')
    await verify('unsupported_file', { photoWallet: new File([], 'empty.pdf') })
    const large = await verify('too_large', { photoWallet: fileOf('png', 10 * 1024 * 1024 + 1) })
    expect(large.fields).toHaveProperty('photoWallet.code', 'too_large')
    const wrong = await verify('validation', { birthDate: 'yesterday', maritalStatus: 'unsure' })
    expect(Object.keys(wrong.fields ?? {})).toEqual(['birthDate', 'maritalStatus'])
    const unborn = await verify('validation', { birthDate: '2990-01-01' })
    expect(unborn.fields).toHaveProperty('birthDate.code', 'invalid')
    if (refusals.upstream.here) expect(await readdir(refusals.upstream.here.filesDir)).toEqual([])

    await whenFull(refusals, 'verification', (code) => verify(code, {}))
    await ask(refusals.upstream, contract.userData.verify, submission(), person)
    await verify('already_verified', {})
  })

  it('inquiries', async () => {
    const { inquiries } = contract
    await refused('validation', inquiries.subscribe, { email: 'not an address' })
    const blank = await refused('validation', inquiries.message, { name: ' ', email: '', message: 'Hello' })
    expect(Object.keys(blank.fields ?? {})).toEqual(['name', 'email'])
    const { here } = refusals.upstream
    // Without the demonstration's history the backend has no vacancies, so the test opens one.
    if (here) await openVacancies(here.db, ['lawyer'])
    const apply = (code: ErrorCode, change: Record<string, string | File>) => {
      const whole = { id: 'lawyer', name: 'Ona', phone: '+37061234567', resume: fileOf('pdf') }
      return refused(code, inquiries.apply, { ...whole, ...change })
    }
    await apply('not_found', { id: 'astronaut' })
    const { fields } = await apply('validation', { phone: '12' })
    expect(fields).toHaveProperty('phone.code', 'phone_invalid')
    await apply('unsupported_file', { resume: new File(['PK\x03\x04'], 'resume.docx') })
    const large = await apply('too_large', { resume: fileOf('pdf', 5 * 1024 * 1024 + 1) })
    expect(large.fields).toHaveProperty('resume.params.max', '5 MB')
    await whenFull(refusals, 'application', (code) => apply(code, {}))
  })
}

/** Provokes both codes for full storage. Only a backend in this process can be made full. */
async function whenFull(
  { upstream: { here } }: Refusals,
  owner: 'verification' | 'application',
  send: (code: ErrorCode) => Promise<unknown>,
): Promise<void> {
  if (!here) return
  const { uploadQuotas, filesDir } = here
  const usual = { ...uploadQuotas }
  const before = await readdir(filesDir)
  try {
    uploadQuotas[owner] = { ...usual[owner], perSenderDay: 0 }
    await send('upload_quota')
    uploadQuotas[owner] = { ...usual[owner], kept: 0 }
    await send('storage_full')
    Object.assign(uploadQuotas, usual, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    await send('storage_full')
    expect(here.log()).toContain('files are refused: the disk is nearly full')
    expect(await readdir(filesDir)).toEqual(before)
  } finally {
    Object.assign(uploadQuotas, usual)
  }
}

async function openVacancies(db: Db, ids: string[]): Promise<void> {
  const value = ids.map((id) => ({ id }))
  const change = { value, updatedAt: new Date() }
  await db
    .insert(settings)
    .values({ key: 'vacancies', ...change })
    .onConflictDoUpdate({ target: settings.key, set: change })
}
