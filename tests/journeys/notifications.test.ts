import { tideAlt } from '../../backend/demo/picture'
import { type Investor, newInvestor, topUp, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { sendMailing } from '../support/mailings'
import { type WatchedProduct } from '../support/watched'
import { type Language } from '~/contract/languages'
import { textsOf, writtenIn } from '../support/texts'
import { Answer, signedIn, type Visitor } from '../support/visitor'
import { plainLanguages } from '../support/reading-modes'

const path = '/cabinet/notifications'

const toppedUpWith = (lng: Language, figure: string) =>
  ({ en: 'topped up with ', ru: 'пополнен на ' })[lng] + writtenIn(lng, figure)

async function newestOf({ ask }: Pick<Investor, 'ask'>): Promise<string> {
  const { items } = (await ask('GET', '/notification')) as { items: { id: string }[] }
  return items[0]?.id ?? ''
}

test.describe('without scripts', () => {
  async function reader(stack: WatchedProduct, ...amounts: string[]) {
    const investor = await newInvestor(stack.backendUrl)
    for (const amount of amounts) await topUp(investor, amount)
    const visitor = await signedIn(stack.url, investor, 'en')
    return { investor, visitor, list: await visitor.visit(path) }
  }
  const unreadIn = ({ $ }: Answer) =>
    (
      $('main li')
        .text()
        .match(/Unread/g) ?? []
    ).length
  /** Opens the first notification of those that count as read when they are shown. */
  const openFirst = (visitor: Visitor, list: Answer) => {
    const action = list.$('form[action^="/cabinet/notifications/"]').first().attr('action')
    return visitor.submit(list, `action="${action}"`, { intent: 'open' })
  }

  test('an empty list says so, and what will be listed', async ({ stack }) => {
    const { list, visitor } = await reader(stack)
    expect(list.text).toContain('No notifications yet')
    expect((await visitor.visit(`${path}?type=bonus`)).text).toContain('Nothing fits these filters')
  })

  test('an opened notification is reported as read, and unread ones come first', async ({ stack }) => {
    const { visitor, list } = await reader(stack, '100', '200')
    expect(unreadIn(list)).toBe(2)
    expect(list.$('main h2').text()).toBe('Today')
    const opened = await openFirst(visitor, list)
    expect(opened.url.pathname).toMatch(/^\/cabinet\/notifications\/[^/]+$/)
    expect(opened.text).toContain('Your balance was topped up with 200.00 USDT')
    const entry = await visitor.visit(opened.$('main a[href^="/cabinet/top-up/"]').attr('href') ?? '')
    expect(entry.status).toBe(200)
    expect(entry.text).toContain('200.00 USDT')
    const after = await visitor.visit(path)
    expect(unreadIn(after)).toBe(1)
    expect(after.$('main h2, main h3').text()).toBe('UnreadTodayReadToday')
    expect(after.text).toMatch(/topped up with 100\.00.*topped up with 200\.00/)
  })

  test('those of one type are marked as read by their list, and no others', async ({ stack }) => {
    const { visitor } = await reader(stack, '100')
    await sendMailing(stack, '<p>The tide turns.</p>')
    const list = await visitor.visit(`${path}?type=mailing`)
    expect(unreadIn(list)).toBe(1)
    const marked = await visitor.submit(list, 'id="read-all"')
    expect([marked.url.pathname + marked.url.search, unreadIn(marked)]).toEqual([`${path}?type=mailing`, 0])
    const all = await visitor.visit(path)
    expect(unreadIn(all)).toBe(1)
    expect(unreadIn(await visitor.submit(all, 'id="read-all"'))).toBe(0)
  })

  test('the bell is a link with the number of unread notifications at the time of loading', async ({
    stack,
  }) => {
    const { visitor, investor } = await reader(stack, '100', '200')
    const bell = 'nav[aria-label="Notifications"]'
    const page = await visitor.visit('/cabinet')
    expect(page.$(`${bell} a[href="${path}"]`)).not.toHaveLength(0)
    expect(page.textOf(bell)).toMatch(/(^| )2 .*\b2 new/)
    await investor.ask('POST', '/notification/read', { id: await newestOf(investor), login: investor.login })
    expect((await visitor.visit('/cabinet')).textOf(bell)).toMatch(/(^| )1 .*\b1 new/)
  })

  for (const lng of plainLanguages)
    test.describe(`in ${lng}`, () => {
      const say = textsOf(lng)
      const readerHere = async (stack: WatchedProduct, ...amounts: string[]) => {
        const { investor } = await reader(stack, ...amounts)
        return signedIn(stack.url, investor, lng)
      }

      test('the list is filtered by type if the address asks for it', async ({ stack }) => {
        const visitor = await readerHere(stack, '100')
        const of = (type: string) => visitor.visit(`${path}?type=${type}`)
        expect((await of('refill')).text).toContain(toppedUpWith(lng, '100.00'))
        expect((await of('mailing')).text).not.toContain(toppedUpWith(lng, '100.00'))
        expect((await of('bonus')).text).toContain(say('common:list.noMatches'))
      })

      test('a mailing counts as read when it is closed, not when it is opened', async ({ stack }) => {
        const visitor = await readerHere(stack)
        const html = (title: string, day: string) =>
          `<h1>${title}</h1><p onclick="ran()">${day}</p><script>ran()</script>`
        await sendMailing(stack, {
          ru: html('Отлив', 'в <b>понедельник</b>'),
          en: html('Low tide', 'on <b>Monday</b>'),
        })
        const isUnread = ({ html: list }: Answer) => list.includes(`>${say('notifications:unread')}<`)
        const list = await visitor.visit(path)
        expect(list.text).toContain({ ru: 'Отлив в понедельник', en: 'Low tide on Monday' }[lng])
        const [address = 'none'] = list.entries('/cabinet/notifications')
        const opened = await visitor.visit(address)
        expect(opened.html).toContain(
          {
            ru: '<h2>Отлив</h2><p>в <strong>понедельник</strong></p>',
            en: '<h2>Low tide</h2><p>on <strong>Monday</strong></p>',
          }[lng],
        )
        expect(opened.html).not.toContain('ran()')
        expect(isUnread(await visitor.visit(path))).toBe(true)
        const closed = await visitor.submit(opened, say('common:action.close'))
        expect(closed.url.pathname).toBe(path)
        expect(isUnread(closed)).toBe(false)
      })

      test('a picture of the upstream is served by the app, and only to its reader', async ({ stack }) => {
        const visitor = await signedIn(stack.url, demoInvestor, lng)
        const addresses = (await visitor.visit(`${path}?type=mailing`)).entries('/cabinet/notifications')
        const pages = await Promise.all(addresses.map((address) => visitor.visit(address)))
        const pictured = pages.find((page) => page.$('main img').length > 0)
        const { src: picture = '', alt: name = '' } = pictured?.$('img[alt]').first().attr() ?? {}
        expect(picture).toMatch(/^\/cabinet\/notifications\/[^/]+\/picture$/)
        expect(name).toBe(tideAlt[lng])
        expect((await visitor.visit(picture)).html).toMatch(/^.PNG/)
        // It links to a page of its own, which has a language, a name and the way back, and shows it in two sizes.
        const address = picture.replace(/picture$/, 'view')
        expect(pictured?.$(`a[href="${address}"] > img`).attr('src')).toBe(picture)
        expect(pictured?.text).toContain(say('notifications:one.pictureFull'))
        const view = await visitor.visit(address)
        expect(view.$('html').attr('lang')).toBe(lng)
        expect(view.title).toContain(say('notifications:one.pictureAlt'))
        expect(view.$(`main img[src="${picture}"]`).attr('alt')).toBe(name)
        expect(view.$(`main a[href="${picture.replace('/picture', '')}"]`)).toHaveLength(1)
        const whole = await visitor.follow(view, say('notifications:one.pictureFull'))
        expect(whole.$('main [tabindex="0"] > img').attr('src')).toBe(picture)
        expect(whole.text).toContain(say('notifications:one.pictureFit'))
        expect((await (await reader(stack)).visitor.visit(address)).status).toBe(404)
        const { visitor: other } = await reader(stack)
        expect((await other.visit(picture)).status).toBe(404)
      })
    })

  test('the same in Russian', async ({ stack }) => {
    const say = textsOf('ru')
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'ru')
    expect((await visitor.visit(path)).text).toContain(say('notifications:empty'))
    await topUp(investor, '100')
    const list = await visitor.visit(path)
    expect(list.text).toContain(say('notifications:types.refill'))
    expect(list.text).toContain(say('notifications:unread'))
    const opened = await openFirst(visitor, list)
    expect(opened.text).toContain('Баланс пополнен на 100,00 USDT')
    expect((await visitor.visit(path)).text).not.toContain(say('notifications:unread'))
  })

  test('all are marked as read by one form, and only the own ones', async ({ stack }) => {
    const say = textsOf('en')
    const { investor, visitor } = await reader(stack, '100', '200', '300')
    const { investor: other } = await reader(stack, '100')
    const read = await visitor.submit(await visitor.visit(path), 'id="read-all"')
    expect(read.url.pathname).toBe(path)
    expect(read.$('#read-all')).toHaveLength(0)
    expect(read.text).not.toContain(say('notifications:unread'))
    expect((await investor.ask('GET', '/notification'))['unread']).toBe(0)
    expect((await other.ask('GET', '/notification'))['unread']).toBe(1)
  })

  test('more than a list holds are marked as read by one form too', async ({ stack }) => {
    const { investor, visitor } = await reader(stack, '1000')
    await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
    // A notification a day.
    for (const days of [50, 50]) await investor.ask('POST', '/ext/demo/clock', { days })
    const unread = async () => Number((await investor.ask('GET', '/notification'))['unread'])
    expect(await unread()).toBeGreaterThan(100)
    await visitor.submit(await visitor.visit(path), 'id="read-all"')
    expect(await unread()).toBe(0)
  })

  test("another investor's notification can't be opened or marked as read", async ({ stack }) => {
    const { visitor, list } = await reader(stack, '100')
    const { visitor: other, list: own } = await reader(stack, '100')
    const theirs = await openFirst(visitor, list)
    expect((await other.visit(theirs.url.pathname)).status).toBe(404)
    const html = own.html.replaceAll(
      /action="\/cabinet\/notifications\/[^"]+"/g,
      `action="${theirs.url.pathname}"`,
    )
    const forged = new Answer(own.status, own.url, html)
    expect((await openFirst(other, forged)).status).toBe(404)
  })
})
