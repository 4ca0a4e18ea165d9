import { type Stack } from './stack'

/** What visitors have sent, as the demonstration's operator asks the API for it. */
export async function inquiriesOf({ backendUrl }: Pick<Stack, 'backendUrl'>): Promise<unknown[]> {
  const signIn = await fetch(`${backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'operator', password: 'Demo-operator-1' }),
  })
  const { refreshToken } = (await signIn.json()) as { refreshToken: string }
  const answer = await fetch(`${backendUrl}/api/ext/operator/inquiries?limit=100`, {
    headers: { authorization: `Bearer ${refreshToken}` },
  })
  return ((await answer.json()) as { items: unknown[] }).items
}
