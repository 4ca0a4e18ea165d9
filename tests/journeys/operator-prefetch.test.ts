import { fileOf } from '../support/files'
import { browserName, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, signedIn } from '../support/visitor'

/** A page that a browser fetches before it is asked for: nobody has looked at it yet. */

const say = textsOf('en')

async function signedInOperator(url: string): Promise<Visitor> {
  const visitor = openVisitor(url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  return visitor
}

/** Both headers by which browsers say so. */
const ahead: Record<string, string>[] = [{ 'Sec-Purpose': 'prefetch' }, { Purpose: 'prefetch' }]

test('a prefetch leaves what is shown once to the page that is looked at', async ({ stack }) => {
  const { login, ask } = await newInvestor(stack.backendUrl, { usdt: '60' })
  await ask('POST', '/funds/payments', { system: 'usdt-trc20', amount: '50', wallet: tronWallet })
  const operator = await signedInOperator(stack.url)
  const queue = await operator.visit(`/operator/withdrawals?search=${login}`)
  const page = await operator.visit(queue.$('main tbody a').attr('href')!)
  const { action, fields } = page.form('value="take"')
  const taken = await fetch(action, {
    ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
    headers: { Cookie: operator.cookie(), 'User-Agent': browserName },
  })
  const cookies = taken.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const open = async (headers: Record<string, string> = {}) => {
    const Cookie = [operator.cookie(), ...cookies].join('; ')
    const answer = await fetch(page.url, {
      headers: { Cookie, 'User-Agent': browserName, ...headers },
    })
    const isCleared = answer.headers.getSetCookie().some((line) => /flash=;/.test(line))
    return {
      status: answer.status,
      isShown: (await answer.text()).includes(say('flash:caseTaken')),
      isCleared,
    }
  }
  for (const headers of ahead)
    expect(await open(headers)).toEqual({ status: 200, isShown: false, isCleared: false })
  expect(await open()).toEqual({ status: 200, isShown: true, isCleared: true })
})

test('no look at a document or a résumé is recorded by a prefetch, which gets neither', async ({ stack }) => {
  const operator = await signedInOperator(stack.url)
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  await visitor.press(await visitor.visit('/cabinet/settings/verification'), 'name="documentNumber"', {
    ...{ fullName: 'Kai Rannik', birthDate: '1990-02-03', documentNumber: 'LT 12345678' },
    ...{ maritalStatus: 'single', photoDocument: fileOf('jpg') },
    ...{ photoLogin: fileOf('png'), photoWallet: fileOf('pdf') },
  })
  const vacancy = await visitor.visit('/vacancies/intern')
  await visitor.press(vacancy, 'name="resume"', {
    ...{ name: investor.login, phone: '+370 612 34567', resume: fileOf('pdf', 20_000) },
  })
  for (const [queue, kind] of [
    ['verifications', 'document'],
    ['applications', 'resume'],
  ] as const) {
    const list = await operator.visit(`/operator/${queue}?search=${investor.login}`)
    const page = await operator.visit(list.$('main tbody a').attr('href')!)
    const file = page.$(`main a[href^="/operator/${kind}s/"]`).attr('href')!
    const countRecorded = async () =>
      (await operator.visit(`/operator/audit?kind=${kind}`)).html.split(file.split('/').at(-1)!).length - 1
    const open = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(new URL(file, stack.url), {
        headers: { Cookie: operator.cookie(), 'User-Agent': browserName, ...headers },
      })
      return [answer.status, (await answer.arrayBuffer()).byteLength > 0]
    }
    for (const headers of ahead) expect(await open(headers)).toEqual([503, false])
    expect(await countRecorded()).toBe(0)
    expect(await open()).toEqual([200, true])
    expect(await countRecorded()).toBe(1)
  }
})
