import { load } from 'cheerio'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { createServerI18n } from '~/locale/texts.server'
import { Refusal } from '~/session/refusal.server'
import { refusalPages } from './refusal-page.server'

async function answerTo(error: unknown, path = '/', cookie = 'lng=en', isDemo = true) {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(line) })
  const answer = refusalPages(createServerI18n('Europe/Vilnius'), log, () => Promise.resolve(isDemo))
  const { ask } = await serveHttpServer([], (req, res) => answer(error, req, res, null))
  return { ...(await ask(path, { headers: { cookie } })), lines }
}

describe('refusalPages', () => {
  it.each([
    ['cross_site', 403],
    ['form_token', 403],
    ['content_type', 415],
    ['body_too_large', 413],
    ['body_broken', 400],
  ] as const)(
    'tells %s on a page with status %d and a way on, and logs nothing of it',
    async (reason, status) => {
      const answer = await answerTo(new Refusal(reason))
      expect(answer).toMatchObject({ status, lines: [] })
      expect(answer.text).toMatch(/^<!DOCTYPE html>/)
      const $ = load(answer.text)
      expect($('html').attr('lang')).toBe('en')
      expect($('h1').text()).toBe('This did not work')
      expect(answer.text).toContain('nothing was done')
      expect(answer.text).toContain('href="/"')
      expect(answer.text).toContain('Demonstration: no real money')
    },
  )

  it('tells who asks for too many pages when to come back, in both languages, on a page that is made once', async () => {
    const answer = await answerTo(new Refusal('too_many_pages', 17))
    expect(answer).toMatchObject({ status: 429, lines: [] })
    expect(answer.headers['retry-after']).toBe('17')
    expect(answer.text).toContain('Wait a minute')
    expect((await answerTo(new Refusal('too_many_pages', 17), '/', '')).text).toContain('Подождите минуту')
  })

  it('says nothing of a demonstration where none answers', async () => {
    const answer = await answerTo(new Refusal('cross_site'), '/', 'lng=en', false)
    expect(answer.text).not.toContain('Demonstration')
  })

  it("speaks the reader's language", async () => {
    expect((await answerTo(new Refusal('cross_site'), '/', '')).text).toContain('поэтому ничего не сделано')
  })

  it('tells what nothing caught as an error with a number to quote, and keeps the stack for the log', async () => {
    const answer = await answerTo(new TypeError('secret detail'))
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('secret detail')
    const line = JSON.parse(answer.lines[0] ?? '') as { err: { stack: string }; requestId: string }
    expect(line.err.stack).toContain('secret detail')
    expect(answer.text).toContain(line.requestId)
  })

  it('answers the framework in a word', async () => {
    const answer = await answerTo(new Refusal('cross_site'), '/cabinet.data')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})
