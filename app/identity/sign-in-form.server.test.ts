import { expect, test } from 'vitest'
import { type RequestContext } from '~/context'
import { createServerI18n } from '~/locale/texts.server'
import { SessionTooLarge } from '~/session/vault.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type ParsedForm } from '~/forms/parse.server'
import { answerSignIn } from './sign-in-form.server'

const { en } = createServerI18n('Europe/Vilnius')
const values = { login: 'anna', password: 'x' }
const person = { ...values, email: 'anna@mail.example', phone: '+37061234567', language: 'en' } as const

/** The values that the form shows again. */
const form: ParsedForm<unknown> = {
  ok: true,
  value: values,
  source: {
    secrets: ['password'],
    order: ['login', 'password'],
    declares: (name) => name in values,
    submission: {
      reply: (options) => {
        const formErrors = options && 'formErrors' in options ? options.formErrors : undefined
        return { status: 'error', error: { '': formErrors ?? [] } }
      },
    },
  },
}

function contextThat(ends: { keep?: Error; call?: Error }) {
  const call = () => (ends.call ? Promise.reject(ends.call) : Promise.resolve({ user: { login: 'anna' } }))
  const signIn = () => (ends.keep ? Promise.reject(ends.keep) : Promise.resolve())
  return {
    i18n: en,
    upstream: { auth: { login: call, register: call } },
    session: { signIn },
    device: {
      keepLogin: () => Promise.resolve(),
      keepId: () => undefined,
      trust: () => Promise.resolve(undefined),
    },
    flash: { set: () => undefined },
    url: new URL('http://localhost/login'),
  } as unknown as RequestContext // only the parts that are used
}

const request = new Request('http://localhost/login', { method: 'POST' })

test.each(['password', 'registration'] as const)(
  'by %s, a session too large for a cookie is reported at the form',
  async (strategy) => {
    const context = contextThat({ keep: new SessionTooLarge() })
    const answer = await answerSignIn({ context, request }, form, {
      strategy,
      values: strategy === 'password' ? values : person,
      flash: 'signedIn',
    } as Parameters<typeof answerSignIn<'password'>>[2])
    expect(answer).toMatchObject({
      init: { status: 502 },
      data: { lastResult: { error: { '': [en.t('auth:login.tooLarge')] } } },
    })
  },
)

test('refusals and successes are reported to the limit on attempts', async () => {
  const counted: (string | undefined)[] = []
  const details = { kind: 'refused', call: 'auth.login', requestId: 'r', status: 400, sent: true } as const
  const wrong = new UpstreamFailure({ ...details, code: 'invalid_credentials' })
  const options = {
    strategy: 'password',
    values,
    flash: 'signedIn',
    onSuccess: () => Promise.resolve(void counted.push('in')),
    onRefusal: ({ code }: UpstreamFailure) => Promise.resolve(void counted.push(code)),
  } as const
  await answerSignIn({ context: contextThat({ call: wrong }), request }, form, options)
  await answerSignIn({ context: contextThat({}), request }, form, options)
  expect(counted).toEqual(['invalid_credentials', 'in'])
})
