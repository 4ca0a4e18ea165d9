import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { tideAlt } from '../../backend/demo/picture'
import { demoInvestor, newInvestor, topUp } from '../support/investor'
import { expect, journeysOn, test as own } from '../support/in-process-journey'
import { openVisitor, signedIn, type Answer, type Visitor } from '../support/visitor'

/** WCAG 3.1.2: what the upstream wrote in another language than the page's says which it is. */

const test = journeysOn({ between: russianOnly })

/** The demonstration has no questions of its own. */
const questions = [
  { question: 'Что такое депозит?', answer: 'Деньги, которые заперты на срок тарифа, например Breeze.' },
]

/** An upstream that writes in Russian whatever language it is asked for. */
async function russianOnly(target: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    if (url.startsWith('/api/settings/faq')) {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.end(JSON.stringify({ key: 'faq', value: questions }))
      return
    }
    const onward = request(
      new URL(url, target),
      { method, headers: { ...headers, 'accept-language': 'ru' } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The public pages with texts of the company, and one news item and one vacancy of those that they lead to. */
async function companyPages(visitor: Visitor): Promise<Answer[]> {
  const listed = [await visitor.visit('/news'), await visitor.visit('/vacancies')]
  const items = listed.map((page, i) => page.links(i === 0 ? '/news/' : '/vacancies/')[0] ?? '')
  const pages = [...listed]
  for (const path of [...items, '/', '/faq', '/team', '/search?q=депозит'])
    pages.push(await visitor.visit(path))
  return pages
}

async function notificationPages(url: string, backendUrl: string): Promise<Answer[]> {
  const investor = await newInvestor(backendUrl)
  await topUp(investor, '100')
  const visitor = await signedIn(url, investor, 'en')
  const list = await visitor.visit('/cabinet/notifications')
  const action = list.$('form[action^="/cabinet/notifications/"]').first().attr('action')
  return [list, await visitor.submit(list, `action="${action}"`, { intent: 'open' })]
}

/** What is marked as of another language in the middle of a page. */
const markedIn = ({ $ }: Answer) => $('main [lang]')

const cyrillic = /[а-яё]/i

/**
 * The elements of a page that hold Russian words themselves, outside what is marked so. A single one is a proper name,
 * of a plan or a country, within a sentence of ours: the criterion leaves those out.
 */
function unmarkedIn({ $ }: Answer): string[] {
  $('main [lang="ru"], main script, main style').remove()
  // What the reader has typed.
  $('main input').remove()
  return [...$('main *')]
    .map((element) =>
      $(element)
        .contents()
        .filter((_, node) => node.nodeType === 3)
        .text()
        .trim(),
    )
    .filter((text) => (text.match(/[а-яё]+/gi) ?? []).length > 1)
}

test('a Russian-only upstream on English pages: its texts say that they are Russian', async ({ stack }) => {
  const pages = await companyPages(openVisitor(stack.url, 'en'))
  pages.push(...(await notificationPages(stack.url, stack.backendUrl)))
  for (const page of pages) {
    expect(page.$('html').attr('lang'), page.url.pathname).toBe('en')
    expect(markedIn(page).length, page.url.pathname).toBeGreaterThan(0)
    markedIn(page).each((_, element) => {
      expect(page.$(element).attr('lang')).toBe('ru')
      expect(page.$(element).text()).toMatch(cyrillic)
    })
    expect(unmarkedIn(page), page.url.pathname).toEqual([])
  }
})

test('the page of a picture says in which language its words are', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const list = await visitor.visit('/cabinet/notifications?type=mailing')
  const pages = await Promise.all(
    list.entries('/cabinet/notifications').map((address) => visitor.visit(address)),
  )
  const picture = pages.flatMap(({ $ }) => $('main img').attr('src') ?? [])[0] ?? ''
  const { $ } = await visitor.visit(picture.replace(/picture$/, 'view'))
  expect($('main img').attr()).toMatchObject({ src: picture, alt: tideAlt.ru, lang: 'ru' })
})

test('a Russian-only upstream on Russian pages needs no mark', async ({ stack }) => {
  for (const page of await companyPages(openVisitor(stack.url, 'ru')))
    expect(markedIn(page), page.url.pathname).toHaveLength(0)
})

own('the demonstration writes in both languages, so nothing is marked', async ({ stack }) => {
  const pages = await companyPages(openVisitor(stack.url, 'en'))
  pages.push(...(await notificationPages(stack.url, stack.backendUrl)))
  for (const page of pages) expect(markedIn(page), page.url.pathname).toHaveLength(0)
})
