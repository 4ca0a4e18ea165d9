import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { type Investor, demoOperator, knownInvestor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, rowsOf, signedIn } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'

/** Approved withdrawals leave in a batch, and come back with their hashes, without scripts. */

const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }
const demoSupport = { login: 'support', password: 'Demo-support-1' }
const batches = '/operator/withdrawals/batches'
const confirmField = 'name="figures"'
const newHash = () => randomBytes(32).toString('hex')

type Stack = Pick<WatchedProduct, 'url' | 'backendUrl'>

async function signedInAs({ url }: Stack, who: typeof demoCashier, lng: 'ru' | 'en' = 'en') {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', who)
  return visitor
}

interface Sent {
  id: string
  investor: Investor
  wallet: string
}

/** Withdrawals of new investors that were approved. */
async function approvedPayments({ backendUrl }: Stack, ...amounts: string[]): Promise<Sent[]> {
  const operator = await knownInvestor(backendUrl, demoOperator)
  const made: Sent[] = []
  for (const amount of amounts) {
    const investor = await newInvestor(backendUrl, { usdt: '500' })
    const wallet = fictitiousAddress('tron', investor.login)
    const request = { system: 'usdt-trc20', amount, wallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    await operator.ask('POST', `/ext/operator/payments/${payment.id}/decide`, { decision: 'approve' })
    made.push({ id: payment.id, investor, wallet })
  }
  return made
}

const asFile = (text: string) => new File([text], 'signed.csv', { type: 'text/csv' })
/** Without the spaces between the groups of an address. */
const closeTextOf = (page: Answer) => page.text.replaceAll(' ', '')
/** The names of the fields for hashes, in the order of the batch. */
const hashFieldsIn = (page: Answer) =>
  page
    .$('[name^="hashes."]')
    .toArray()
    .map(({ attribs }) => attribs['name'])
/** The results of a check page, by row. */
const resultsIn = (page: Answer) => rowsOf(page).map((cells) => cells.at(-1))

for (const lng of otherPlainLanguages)
  test(`withdrawals leave in a batch and are completed by the signer's table and by hand, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const sent = await approvedPayments(stack, '50.5', '70', '90')
    const [one, two, three] = sent as [Sent, Sent, Sent]
    const cashier = await signedInAs(stack, demoCashier, lng)
    const queue = await cashier.visit('/operator/withdrawals?status=approved')
    const list = await cashier.follow(queue, say('batches:title'))
    const drafts = await cashier.follow(list, say('batches:make'))
    const draft = await cashier.follow(drafts, 'USDT TRC-20')
    const lines = `${one.wallet},49.5\n${two.wallet},69\n${three.wallet},89\n`
    const checksum = createHash('sha256').update(lines).digest('hex')
    expect(closeTextOf(draft)).toContain(checksum)
    const made = await cashier.press(draft, say('batches:new.confirm'))
    expect(made.text).toContain(say('flash:batchCreated'))
    expect(closeTextOf(made)).toContain(checksum)
    // Sent once more, it leads to the same batch.
    expect((await cashier.press(draft, say('batches:new.confirm'))).url.pathname).toBe(made.url.pathname)

    const held = await cashier.visit(`/operator/withdrawals/${one.id}`)
    expect(held.text).toContain(say('batches:inBatch'))
    expect(held.$('[name="decision"]')).toHaveLength(0)
    const file = await cashier.press(made, say('batches:files.wallet'))
    expect(file.html).toBe(lines)
    expect(file.headers.get('content-disposition')).toContain(`usdt-trc20_${checksum}.csv`)
    const table = await cashier.press(made, say('batches:files.table'))
    const out = await cashier.visit(made.url.pathname)
    expect(out.text).toContain(say('batches:status.downloaded'))
    expect(out.$('[value="dissolve"]')).toHaveLength(0)
    const late = await cashier.press(made, say('batches:dissolve.button'))
    expect(late.refused.problems).toEqual([say('refusals:code.batch_downloaded')])

    // The signer's table comes back: one row without a hash, one with another address.
    const [first, second] = [newHash(), newHash()]
    const signed = table.html
      .split('\r\n')
      .map((row) => row.replace(`${one.wallet},49.5,USDT,TRC-20,`, `$&${first}`))
      .map((row) => row.replace(`${two.wallet},69,USDT,TRC-20,`, `${three.wallet},69,USDT,TRC-20,${second}`))
      .join('\r\n')
    const { url: form } = await cashier.follow(out, say('batches:transfers.open'))
    const upload = async (text: string) =>
      cashier.press(await cashier.visit(form.pathname), say('batches:transfers.read'), { file: asFile(text) })
    expect((await upload('address,amount\n')).refused.problems).toEqual([say('batches:transfers.unreadable')])
    const review = await upload(signed)
    expect(resultsIn(review)).toEqual([say('batches:result.completed'), say('batches:result.changed')])
    const done = await cashier.submit(review, confirmField)
    expect(done.text).toContain(say('flash:transfersReported'))
    const again = await upload(signed)
    expect(resultsIn(again)).toEqual([say('batches:result.already_completed'), say('batches:result.changed')])
    expect(again.$(`[${confirmField}]`)).toHaveLength(0)
    const { items } = (await one.investor.ask('GET', '/funds/payments')) as { items: object[] }
    expect(items).toMatchObject([{ status: 'completed', transactionHash: first }])
    const told = (await one.investor.ask('GET', '/notification')) as { items: { message: string }[] }
    expect(told.items.filter(({ message }) => message.includes('49.5'))).toHaveLength(1)
    const mixed = await cashier.visit(made.url.pathname)
    expect(mixed.text).toContain(say('batches:files.paid'))

    // By hand: a wrong hash first, and the fields keep what was typed.
    const hand = await cashier.visit(`${made.url.pathname}/transfers`)
    const [fieldOfTwo, fieldOfThree] = hashFieldsIn(hand) as [string, string]
    const wrong = { [fieldOfTwo]: 'not a hash', [fieldOfThree]: second.toUpperCase() }
    const mistyped = await cashier.press(hand, say('batches:transfers.check'), wrong)
    expect(resultsIn(mistyped)).toEqual([say('batches:result.hash_invalid'), say('batches:result.completed')])
    const back = await cashier.press(mistyped, say('common:action.back'))
    expect(back.value(fieldOfThree).toLowerCase()).toBe(second)
    const right = await cashier.press(back, say('batches:transfers.check'), { [fieldOfTwo]: second })
    const closed = await cashier.submit(right, confirmField)
    expect(closed.text).toContain(say('batches:status.paid'))
    expect((await cashier.visit(batches)).links(made.url.pathname)).toHaveLength(1)
    expect((await cashier.visit(`/operator/withdrawals/${two.id}`)).text).toContain(say('batches:wasInBatch'))
  })

test('a withdrawal that was not sent is taken out, and a batch that nobody has is dissolved', async ({
  stack,
}) => {
  const say = textsOf('en')
  const [one, two] = (await approvedPayments(stack, '50', '60')) as [Sent, Sent]
  const cashier = await signedInAs(stack, demoCashier)
  const draft = () => cashier.visit(`${batches}/new?system=usdt-trc20`)
  const stale = await draft()
  await approvedPayments(stack, '80')
  const changed = await cashier.press(stale, say('batches:new.confirm'))
  expect(changed.refused.problems).toEqual([say('refusals:code.changed_meanwhile')])
  expect(changed.text).toContain(say('batches:new.confirm'))
  const made = await cashier.press(changed, say('batches:new.confirm'))
  const silent = await cashier.press(made, say('batches:takeOut.button'), { payment: one.id })
  expect(silent.refused.problems).toEqual([say('refusals:code.required')])
  const reason = 'The signer has left it out.'
  const less = await cashier.press(silent, say('batches:takeOut.button'), { payment: one.id, reason })
  expect(less.text).toContain(say('flash:takenOutOfBatch'))
  expect((await cashier.visit(`/operator/withdrawals/${one.id}`)).$('[name="decision"]').length).not.toBe(0)
  const dissolved = await cashier.press(less, say('batches:dissolve.button'))
  expect(dissolved.text).toContain(say('flash:batchDissolved'))
  const next = await cashier.press(await draft(), say('batches:new.confirm'))
  expect(next.text).toContain(two.investor.login)
  expect(next.text).toContain(one.investor.login)
})

test('a typed hash stays with its withdrawal though another one is taken out of the batch meanwhile', async ({
  stack,
}) => {
  const say = textsOf('en')
  const sent = (await approvedPayments(stack, '51', '61', '71')) as [Sent, Sent, Sent]
  const cashier = await signedInAs(stack, demoCashier)
  const draft = await cashier.visit(`${batches}/new?system=usdt-trc20`)
  const made = await cashier.press(draft, say('batches:new.confirm'))
  const opened = await cashier.visit(`${made.url.pathname}/transfers`)
  const fieldOf = ({ investor }: Sent) => {
    const label = opened.$(`label:contains("${investor.login}")`).attr('for')!
    return opened.$(`[id="${label}"]`).attr('name')!
  }
  const [gone, one, two] = sent
  const out = { payment: gone.id, reason: 'The signer has left it out.' }
  await cashier.press(made, say('batches:takeOut.button'), out)

  const [hashOfOne, hashOfTwo] = [newHash(), newHash()]
  const typed = { [fieldOf(gone)]: newHash(), [fieldOf(one)]: hashOfOne, [fieldOf(two)]: hashOfTwo }
  const long = { ...typed, [fieldOf(two)]: '0'.repeat(129) }
  const refused = await cashier.press(opened, say('batches:transfers.check'), long)
  const labelled = (page: Answer, { investor }: Sent) =>
    page.$(`[id="${page.$(`label:contains("${investor.login}")`).attr('for')}"]`).val()
  expect([labelled(refused, one), labelled(refused, two)]).toEqual([hashOfOne, '0'.repeat(129)])

  const review = await cashier.press(opened, say('batches:transfers.check'), typed)
  const rows = rowsOf(review)
  const rowOf = ({ investor }: Sent) =>
    rows
      .find((cells) => cells.join(' ').includes(investor.login))
      ?.join('')
      .replaceAll(' ', '')
  expect(rowOf(one)).toContain(hashOfOne)
  expect(rowOf(two)).toContain(hashOfTwo)
  expect(resultsIn(review).filter((result) => result === say('batches:result.completed'))).toHaveLength(2)
  await cashier.submit(review, confirmField)
  for (const [{ investor }, transactionHash] of [
    [one, hashOfOne],
    [two, hashOfTwo],
  ] as const)
    expect((await investor.ask('GET', '/funds/payments'))['items']).toMatchObject([
      { status: 'completed', transactionHash },
    ])
})

test('a table that could not be checked or confirmed is refused at its file, and the form stays', async ({
  stack,
}) => {
  const say = textsOf('en')
  const [one] = (await approvedPayments(stack, '50')) as [Sent]
  const cashier = await signedInAs(stack, demoCashier)
  const draft = await cashier.visit(`${batches}/new?system=usdt-trc20`)
  const made = await cashier.press(draft, say('batches:new.confirm'))
  const form = await cashier.visit(`${made.url.pathname}/transfers`)
  const head = 'withdrawal,transactionHash,address,amount'
  const upload = async (...rows: string[]) =>
    cashier.press(form, say('batches:transfers.read'), { file: asFile([head, ...rows].join('\n')) })
  const refusedRow = say('batches:transfers.unreadableRow')
  for (const [cells, problem] of [
    [`${'1'.repeat(129)},${newHash()}`, refusedRow],
    [`${one.id},${'a'.repeat(257)}`, refusedRow],
    [`${one.id},${newHash()},${'T'.repeat(257)}`, refusedRow],
    [`${one.id},${newHash()},${one.wallet},${'9'.repeat(65)}`, refusedRow],
    [`${one.id},${newHash()}\0`, say('batches:transfers.unreadable')],
  ] as const) {
    const refused = await upload(`${one.id},${newHash()}`, cells)
    expect(refused.status, cells).toBe(422)
    expect(refused.refused, cells).toEqual({ problems: [problem], fields: 1 })
    expect(refused.$('input[type="file"]')).toHaveLength(1)
  }

  // As long as rows are, and more than a batch has, what the check page shows can be confirmed.
  const row = (id: string) => `${id},${newHash()},${one.wallet},49`
  const others = (count: number) => Array.from({ length: count }, () => row(randomUUID()))
  for (const count of [145, 199, 200]) {
    const refused = await upload(row(one.id), ...others(count))
    expect(refused.refused, String(count)).toEqual({
      problems: [say('batches:transfers.tooMany')],
      fields: 1,
    })
  }
  const review = await upload(row(one.id), ...others(140))
  expect(resultsIn(review)).toContain(say('batches:result.completed'))
  const done = await cashier.submit(review, confirmField)
  expect(done.text).toContain(say('flash:transfersReported'))
})

test('whoever does not decide on money finds no batches', async ({ stack }) => {
  const support = await signedInAs(stack, demoSupport)
  expect((await support.visit('/operator/withdrawals')).links(batches)).toEqual([])
  const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  for (const path of [batches, `${batches}/new`, `${batches}/none`, `${batches}/none/transfers`])
    for (const visitor of [openVisitor(stack.url), investor, support])
      expect((await visitor.visit(path)).status, path).toBe(404)
  const cashier = await signedInAs(stack, demoCashier)
  expect((await cashier.visit(`${batches}/none`)).status).toBe(404)
})
