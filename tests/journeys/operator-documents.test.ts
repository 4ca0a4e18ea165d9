import { fileBytes, fileOf } from '../support/files'
import { browserName, type Person, demoOperator, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, signedIn } from '../support/visitor'

/** Documents that were handed in, looked at where they are decided on. */

async function signedInOperator(url: string, person: Pick<Person, 'login' | 'password'> = demoOperator) {
  const visitor = openVisitor(url, 'en')
  await visitor.submit(await visitor.visit('/login'), 'name="password"', person)
  return visitor
}

/** The case of documents in three kinds, of a new investor. */
async function handedIn(stack: { url: string; backendUrl: string }, operator: Visitor) {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const form = await visitor.visit('/cabinet/settings/verification')
  await visitor.press(form, 'name="documentNumber"', {
    ...{
      fullName: 'Kai Rannik',
      birthDate: '1990-02-03',
      documentNumber: 'LT 12345678',
      maritalStatus: 'single',
    },
    ...{ photoDocument: fileOf('jpg', 300_000), photoLogin: fileOf('png'), photoWallet: fileOf('pdf') },
  })
  const queue = await operator.visit(`/operator/verifications?search=${investor.login}`)
  const href = queue.$('main table a').attr('href')!
  return { visitor, href, page: await operator.visit(href) }
}

const addressesOf = (page: Answer) => [
  ...new Set(
    page
      .$('main a[href^="/operator/documents/"]')
      .toArray()
      .map(({ attribs }) => attribs['href']!),
  ),
]

test('documents are shown where they are decided on, kept by nobody, and each look is recorded', async ({
  stack,
}) => {
  const say = textsOf('en')
  const operator = await signedInOperator(stack.url)
  const { visitor, page } = await handedIn(stack, operator)
  const addresses = addressesOf(page)
  const pictures = page.$('main img[src^="/operator/documents/"]').toArray()
  expect(addresses).toHaveLength(3)
  expect(pictures.map(({ attribs }) => [addresses.includes(attribs['src']!), attribs['alt'] !== ''])).toEqual(
    [
      [true, true],
      [true, true],
    ],
  )

  const open = (address: string, cookie = operator.cookie()) =>
    fetch(new URL(address, stack.url), { headers: { cookie, 'user-agent': browserName }, redirect: 'manual' })
  const bodies: Buffer[] = []
  for (const address of addresses) {
    const answer = await open(address)
    expect(answer.status).toBe(200)
    const type = answer.headers.get('content-type')
    const extension = type === 'image/jpeg' ? 'jpg' : type!.split('/')[1]
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': `inline; filename="document-${address.split('/').at(-1)}.${extension}"`,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;default-src 'none';/)
    expect(answer.headers.get('etag')).toBeNull()
    bodies.push(Buffer.from(await answer.arrayBuffer()))
  }
  const sent = [fileBytes('jpg', 300_000), fileBytes('png'), fileBytes('pdf')]
  expect(sent.every((file) => bodies.some((body) => body.equals(file)))).toBe(true)
  const trail = await operator.visit('/operator/audit?kind=document')
  for (const address of addresses) expect(trail.html).toContain(address.split('/').at(-1))

  const missing = await open('/operator/documents/none')
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  for (const cookie of [visitor.cookie(), openVisitor(stack.url).cookie()])
    expect((await open(addresses[0]!, cookie)).status).toBe(404)
  const reader = await signedInOperator(stack.url, { login: 'support', password: 'Demo-support-1' })
  expect((await open(addresses[0]!, reader.cookie())).status).toBe(404)
  const named = await reader.visit(page.url.pathname)
  expect(named.text).toContain(say('cases:documents.notForRole'))
  expect(named.$('main img, main a[href^="/operator/documents/"]')).toHaveLength(0)
  const records = (await operator.visit('/operator/audit?kind=document')).html.split(
    addresses[0]!.split('/').at(-1)!,
  )
  expect(records.length).toBe(trail.html.split(addresses[0]!.split('/').at(-1)!).length)
})
