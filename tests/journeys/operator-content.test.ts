import { demoAdmin, demoOperator, newInvestor } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, problemAt, rowsOf, signedIn } from '../support/visitor'

/** What operators write is what the public site shows: news, questions, company facts, disclosures. No scripts. */

const say = textsOf('en')

const pictures = 'https://pictures.example'
const test = journeysOn({ env: { IMAGE_ORIGINS: pictures } })

async function entered(url: string, who: typeof demoAdmin = demoOperator): Promise<Visitor> {
  const operator = openVisitor(url, 'en')
  await operator.submit(await operator.visit('/login'), 'name="password"', who)
  return operator
}

const both = (name: string, ru: string, en: string) => ({ [`${name}.ru`]: ru, [`${name}.en`]: en })
const item = (title: string) => ({
  ...both('title', `Новость ${title}`, `News ${title}`),
  ...both('summary', 'Коротко', 'In short'),
  ...both('body', '<p>Подробно</p>', '<p>At <b>length</b></p><script>alert(1)</script><h1>More</h1>'),
})

/** Presses the button that adds, removes or moves a row. */
const pressRow = (operator: Visitor, page: Answer, command: string, typed: Record<string, string> = {}) =>
  operator.press(page, 'name="version"', { ...typed, rows: command })

test('a draft is previewed as the site renders it, published, edited, and taken off again', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const visitor = openVisitor(stack.url, 'en')
  const isListed = async () => (await visitor.visit('/news')).text.includes('News of tides')

  const form = await operator.follow(await operator.visit('/operator/content/news'), say('content:news.new'))
  let page = await operator.press(form, 'name="title.ru"', { 'title.ru': 'Только по-русски' })
  expect(problemAt(page, 'title.en')).toBe(say('refusals:code.required'))
  expect(page.typed('title.ru')).toBe('Только по-русски')
  page = await operator.press(page, 'name="title.ru"', item('of tides'))
  expect(page.url.pathname).toMatch(/^\/operator\/content\/news\/[^/]+\/preview$/)
  const preview = page.$('article').html()
  expect(preview).toContain('<p>At <strong>length</strong></p><h2>More</h2>')
  expect(preview).not.toContain('alert')
  const russian = await operator.visit(`${page.url.pathname}?lng=ru`)
  expect(russian.textOf('article')).toContain('Подробно')
  expect(await isListed()).toBe(false)

  const id = page.url.pathname.split('/').at(-2)!
  expect((await visitor.visit(`/news/${id}`)).status).toBe(404)
  page = await operator.press(page, say('content:news.publish'))
  expect(page.text).toContain(say('flash:newsPublished'))
  expect(await isListed()).toBe(true)
  const shown = await visitor.visit(`/news/${id}`)
  const body = (answer: Answer) => answer.$('article > div').last().html()
  expect(body(shown)).toBe(body(page))

  page = await operator.follow(page, say('content:news.edit'))
  page = await operator.press(page, say('content:news.saveLive'), { 'title.en': 'News of ebb', top: 'on' })
  expect(page.text).toContain(say('content:news.isTop'))
  expect((await visitor.visit(`/news/${id}`)).textOf('h1')).toBe('News of ebb')

  page = await operator.press(page, say('content:news.withdraw'))
  expect(page.text).toContain(say('flash:newsWithdrawn'))
  expect((await visitor.visit(`/news/${id}`)).status).toBe(404)
  const withdrawn = await operator.visit('/operator/content/news?status=withdrawn')
  expect(rowsOf(withdrawn).map(([title]) => title)).toContain(`News of ebb ${say('content:news.isTop')}`)
})

test('a picture of news is seen in the preview and on the site, and comes of a named origin alone', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const visitor = openVisitor(stack.url, 'en')
  const sourcesOf = ({ $ }: Answer) =>
    $('main img')
      .toArray()
      .map(({ attribs }) => attribs['src'])
  const form = await operator.visit('/operator/content/news/new')
  const typed = { ...item('with a picture'), image: 'a picture of mine' }
  const refused = await operator.press(form, 'name="title.ru"', typed)
  expect(problemAt(refused, 'image')).toBeDefined()
  expect(refused.typed('image')).toBe('a picture of mine')
  const own = `${pictures}/tide.png`
  const preview = await operator.press(refused, 'name="title.ru"', { image: own })
  expect(sourcesOf(preview)).toEqual([own])
  const id = preview.url.pathname.split('/').at(-2)!
  await operator.press(preview, say('content:news.publish'))
  expect(sourcesOf(await visitor.visit(`/news/${id}`))).toEqual([own])

  const edit = await operator.visit(`/operator/content/news/${id}`)
  await operator.press(edit, say('content:news.saveLive'), { image: 'https://elsewhere.example/tide.png' })
  expect(sourcesOf(await visitor.visit(`/news/${id}`))).toEqual([])
})

test('an earlier preview puts nothing back that was taken off since', async ({ stack }) => {
  const [operator, colleague] = [await entered(stack.url), await entered(stack.url, demoAdmin)]
  const visitor = openVisitor(stack.url, 'en')
  const form = await operator.follow(await operator.visit('/operator/content/news'), say('content:news.new'))
  const early = await operator.press(form, 'name="title.ru"', item('of the moon'))
  const id = early.url.pathname.split('/').at(-2)!
  const onSite = async () => (await visitor.visit(`/news/${id}`)).status

  const seen = await colleague.visit(early.url.pathname)
  const published = await colleague.press(seen, say('content:news.publish'))
  await colleague.press(published, say('content:news.withdraw'))
  const late = await operator.press(early, say('content:news.publish'))
  expect(late.text).toContain(say('refusals:code.changed_meanwhile'))
  expect(await onSite()).toBe(404)
  await operator.press(late, say('content:news.publish'))
  expect(await onSite()).toBe(200)
})

test('a form of a new item that is sent twice makes one', async ({ stack }) => {
  const operator = await entered(stack.url)
  const form = await operator.visit('/operator/content/news/new')
  const first = await operator.press(form, 'name="title.ru"', item('sent twice'))
  const second = await operator.press(form, 'name="title.ru"', item('sent twice'))
  expect(second.url.pathname).toBe(first.url.pathname)
  const list = await operator.visit('/operator/content/news?search=sent+twice')
  expect(rowsOf(list)).toHaveLength(1)
})

test('what another operator has changed meanwhile is named and not overwritten, unless it is replaced', async ({
  stack,
}) => {
  const [operator, colleague] = [await entered(stack.url), await entered(stack.url)]
  const path = '/operator/content/contacts'
  const [mine, theirs] = [await operator.visit(path), await colleague.visit(path)]
  await colleague.press(theirs, 'name="email"', { email: 'theirs@tideline.example' })
  let page = await operator.press(mine, 'name="email"', { email: 'mine@tideline.example' })
  expect(page.status).toBe(422)
  expect(page.text).toContain(demoOperator.login)
  expect(page.text).toContain(say('content:conflict.text'))
  expect(page.typed('email')).toBe('mine@tideline.example')
  const visitor = openVisitor(stack.url, 'en')
  expect((await visitor.visit('/contacts')).text).toContain('theirs@tideline.example')

  page = await operator.press(page, say('content:conflict.replace'), {})
  expect(page.text).toContain(say('flash:contentSaved'))
  expect((await visitor.visit('/contacts')).text).toContain('mine@tideline.example')
})

test('questions are added, moved and removed without scripts, and nothing typed is lost on the way', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const visitor = openVisitor(stack.url, 'en')
  const questions = async () => {
    const { $ } = await visitor.visit('/faq')
    return $('main details summary')
      .toArray()
      .map((one) => $(one).text().trim())
  }
  const before = await questions()
  expect(before).toHaveLength(14)

  let page = await operator.visit('/operator/content/faq')
  // The product's own questions are the start.
  expect(page.typed('items[0].question.en')).toBe(before[0])
  page = await pressRow(operator, page, 'items.add.0', { 'items[0].question.en': 'Changed?' })
  expect(page.status).toBe(200)
  expect(page.typed('items[0].question.en')).toBe('Changed?')
  expect(page.typed('items[14].question.en')).toBe('')
  const added = {
    ...both('items[14].question', 'Когда прилив?', 'When is high tide?'),
    ...both('items[14].answer', 'Дважды в день.', 'Twice a day.'),
    'items[14].figure': 'processingHours',
  }
  page = await pressRow(operator, page, 'items.up.14', added)
  expect(page.typed('items[13].question.en')).toBe('When is high tide?')
  page = await pressRow(operator, page, 'items.remove.1')
  expect(page.typed('items[12].answer.ru')).toBe('Дважды в день.')

  page = await operator.press(page, 'name="version"', { 'items[3].answer.en': '' })
  expect(problemAt(page, 'items[3].answer.en')).toBe(say('refusals:code.required'))
  expect(page.typed('items[12].question.en')).toBe('When is high tide?')
  page = await operator.press(page, 'name="version"', { 'items[3].answer.en': 'Restored.' })
  expect(page.text).toContain(say('flash:contentSaved'))

  const after = await questions()
  expect(after).toHaveLength(14)
  expect([after[0], after[12]]).toEqual(['Changed?', 'When is high tide?'])
  expect(after).not.toContain(before[1])
  const hours = say('site:faq.f11_other', { count: 96 })
  expect((await visitor.visit('/faq')).text).toContain(`Twice a day. ${hours}`)
})

test.for(['guarantee', 'insurance'])(
  'a disclosure is shown with its substance or not at all: %s',
  async (kind, { stack }) => {
    const operator = await entered(stack.url)
    const visitor = openVisitor(stack.url, 'en')
    let page = await operator.visit('/operator/content/disclosures')
    page = await operator.press(page, 'name="version"', { [`${kind}.shown`]: 'on' })
    for (const field of ['text.en', 'provider.ru', 'document'])
      expect(problemAt(page, `${kind}.${field}`)).toBe(say('refusals:code.substance_required'))
    page = await operator.press(page, 'name="version"', {
      [`${kind}.shown`]: 'on',
      ...both(`${kind}.text`, 'Договор 7', `Deed 7 of ${kind} covers the first term`),
      ...both(`${kind}.provider`, 'Банк', 'A Bank of Tides'),
      [`${kind}.document`]: `https://tideline.example/${kind}-7.pdf`,
    })
    expect(page.text).toContain(say('flash:contentSaved'))
    const shown = await visitor.visit('/investors')
    expect(shown.text).toContain(`Deed 7 of ${kind} covers the first term`)
    expect(shown.text).toContain('A Bank of Tides')
    expect(shown.links(`https://tideline.example/${kind}-7.pdf`)).toHaveLength(1)
  },
)

test('company facts, team and vacancies are what their public pages show', async ({ stack }) => {
  const operator = await entered(stack.url)
  const visitor = openVisitor(stack.url, 'en')
  let page = await operator.visit('/operator/content/company')
  page = await operator.press(page, 'name="version"', both('name', 'Приливы', 'Tides and Sons'))
  expect(page.text).toContain(say('flash:contentSaved'))
  expect((await visitor.visit('/about')).html).toContain('Tides and Sons')

  page = await pressRow(operator, await operator.visit('/operator/content/team'), 'team.add.0')
  const last = page.$('fieldset[id^="row-team"]').length - 1
  page = await operator.press(page, 'name="version"', {
    ...both(`team[${last}].role`, 'Смотритель', 'Keeper of the light'),
    ...both(`team[${last}].text`, 'Следит за маяком', 'Looks after the light'),
  })
  expect((await visitor.visit('/team')).text).toContain('Keeper of the light')
  // The facts beside the team stay as they are.
  expect((await visitor.visit('/about')).html).toContain('Tides and Sons')

  page = await pressRow(operator, await operator.visit('/operator/content/vacancies'), 'items.add.0')
  const place = page.$('fieldset[id^="row-items"]').length - 1
  const row = `items[${place}]`
  page = await operator.press(page, 'name="version"', {
    ...both(`${row}.title`, 'Лоцман', 'Pilot at sea'),
    ...both(`${row}.location`, 'Порт', 'Port'),
    ...both(`${row}.description`, 'Проводит', 'Guides'),
    ...both(`${row}.qualifications`, 'Знает\nУмеет', 'Knows\nCan'),
    [`${row}.postedAt`]: '2026-02-03',
  })
  expect(page.text).toContain(say('flash:contentSaved'))
  const vacancy = await visitor.visit('/vacancies/pilot-at-sea')
  expect(vacancy.text).toContain('Pilot at sea')
  expect(vacancy.text).toContain('Knows')
})

test('nobody else finds the pages, and an address that is no setting leads nowhere', async ({ stack }) => {
  const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  const paths = ['', '/news', '/news/new', '/mailings', '/mailings/new', '/plans', '/plans/breeze', '/faq']
  for (const path of [...paths, '/payment-systems', '/payment-systems/btc', '/subscription', '/limits']) {
    expect((await openVisitor(stack.url).visit(`/operator/content${path}`)).status, path).toBe(404)
    expect((await investor.visit(`/operator/content${path}`)).status, path).toBe(404)
  }
  const operator = await entered(stack.url)
  for (const path of ['fourEyes', 'none', 'plans/none', 'payment-systems/none', 'subscription/none'])
    expect((await operator.visit(`/operator/content/${path}`)).status, path).toBe(404)
})
