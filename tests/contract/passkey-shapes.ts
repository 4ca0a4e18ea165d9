import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { passkeyAuthenticator } from '../support/passkey'
import { type Sending } from './client'
import { newInvestor } from './people'
import { type TestUpstream, appOrigin } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** A passkey from its making to its removal. */
export function passkeyShapes(ask: Ask, upstreamOf: () => TestUpstream): void {
  const { passkeys, secondFactors } = contract

  it('add a passkey, sign in and step up with it', async () => {
    const person = await newInvestor(upstreamOf())
    const passkey = passkeyAuthenticator({ origin: appOrigin })
    const { options } = await ask(passkeys.addOptions, { currentPassword: person.password }, person)
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: 'tideline.example', name: 'Tideline' },
      user: { name: person.login, displayName: '' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const added = await ask(passkeys.add, { name: 'Laptop', credential: passkey.make(options) }, person)
    expect(added.recoveryCodes).toHaveLength(10)

    const any = await ask(passkeys.signInOptions)
    expect(JSON.parse(any.options)).toMatchObject({ rpId: 'tideline.example', userVerification: 'required' })
    const { refreshToken: token, user } = await ask(passkeys.signIn, {
      credential: passkey.prove(any.options),
    })
    expect(user.login).toBe(person.login)
    const own = await ask(passkeys.stepUpOptions, {}, { token })
    expect(JSON.parse(own.options)).toMatchObject({
      allowCredentials: [{ id: passkey.id, transports: ['internal', 'hybrid'] }],
    })
    await ask(passkeys.stepUp, { credential: passkey.prove(own.options) }, { token })
    const { items } = await ask(secondFactors.list, {}, { token })
    expect(items).toMatchObject([{ id: added.id, kind: 'passkey', name: 'Laptop' }])
    expect(items[0]!.lastUsedAt).toEqual(expect.any(String))
  })
}
