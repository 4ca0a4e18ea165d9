import { load } from 'cheerio'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { createServerI18n } from '~/locale/texts.server'
import { Refusal } from '~/session/refusal.server'
import { refusalPages } from './refusal-page.server'

async function answerTo(error: unknown, path = '/', cookie = 'lng=en', isDemo = true, referer = '') {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  const answer = refusalPages(createServerI18n('Europe/Vilnius'), log, () => Promise.resolve(isDemo))
  const { ask } = await serveHttpServer([], (req, res) => answer(error, req, res, null))
  return { ...(await ask(path, { headers: { cookie, host: 'tideline.example', referer } })), lines }
}

describe('refusalPages', () => {
  it.each([
    ['cross_site', 403],
    ['form_token', 409],
    ['content_type', 415],
    ['body_too_large', 413],
    ['body_broken', 400],
  ] as const)('shows %s on a page with status %d and a link, without a log line', async (reason, status) => {
    const answer = await answerTo(new Refusal(reason))
    expect(answer).toMatchObject({ status, lines: [] })
    expect(answer.text).toMatch(/^<!DOCTYPE html>/)
    const $ = load(answer.text)
    expect($('html').attr('lang')).toBe('en')
    expect($('h1').text()).toBe('This did not work')
    expect(answer.text).toContain('nothing was done')
    expect(answer.text).toContain('href="/"')
    expect(answer.text).toContain('Demonstration: no real money')
  })

  it('shows the time to wait after too many pages, in both languages, on a page that is rendered once', async () => {
    const answer = await answerTo(new Refusal('too_many_pages', 17))
    expect(answer).toMatchObject({ status: 429, lines: [] })
    expect(answer.headers['retry-after']).toBe('17')
    expect(answer.text).toContain('Wait a minute')
    expect((await answerTo(new Refusal('too_many_pages', 17), '/', '')).text).toContain('Подождите минуту')
  })

  it('leads from an older copy of a page to the page, and to no other site', async () => {
    const from = async (referer: string) =>
      (await answerTo(new Refusal('form_token'), '/logout', 'lng=en', true, referer)).text
    const page = await from('https://tideline.example/cabinet/settings/profile?lng=en')
    expect(load(page)('main a[href="/cabinet/settings/profile?lng=en"]').text()).toBe('Open the page again')
    expect(await from('https://elsewhere.example/cabinet')).not.toContain('Open the page again')
    expect(await from('')).not.toContain('Open the page again')
  })

  it('does not mention a demonstration if there is none', async () => {
    const answer = await answerTo(new Refusal('cross_site'), '/', 'lng=en', false)
    expect(answer.text).not.toContain('Demonstration')
  })

  it("uses the reader's language", async () => {
    expect((await answerTo(new Refusal('cross_site'), '/', '')).text).toContain('поэтому ничего не сделано')
  })

  it('shows an uncaught error with an id for support, and logs the stack', async () => {
    const answer = await answerTo(new TypeError('secret detail'))
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('secret detail')
    const line = JSON.parse(answer.lines[0] ?? '') as { err: { stack: string }; requestId: string }
    expect(line.err.stack).toContain('secret detail')
    expect(answer.text).toContain(line.requestId)
  })

  it('answers requests of the framework with a short text', async () => {
    const answer = await answerTo(new Refusal('cross_site'), '/cabinet.data')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})
