import { describe, expect, it } from 'vitest'
import { type Question, createSharedAnswers } from './shared-answers.server'

const plans: Question = { id: 'settings.plans', input: {}, language: 'ru', hasBearer: false, isSoon: true }

/** An upstream that counts its calls, and a clock. */
function open() {
  let [time, requestCount] = [0, 0]
  const shared = createSharedAnswers(() => time)
  return {
    shared,
    ask: (
      question: Partial<Question> = {},
      answer = () => Promise.resolve<unknown>({ count: (requestCount += 1) }),
    ) => shared.answer({ ...plans, ...question }, answer),
    pass: (ms: number) => void (time += ms),
  }
}

describe('shared answers', () => {
  it('make one call for all who ask at the same time or soon after', async () => {
    const { ask, pass } = open()
    expect(await Promise.all([ask(), ask()])).toEqual([{ count: 1 }, { count: 1 }])
    pass(1_999)
    expect(await ask()).toEqual({ count: 1 })
    pass(1)
    expect(await ask()).toEqual({ count: 2 })
  })

  it('are separated by everything that the answer depends on', async () => {
    const { ask } = open()
    const questions = [{}, { language: 'en' }, { id: 'settings.get', input: { key: 'limits' } }]
    const answers = await Promise.all(questions.map((question) => ask(question)))
    expect(answers).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }])
  })

  it.each<Partial<Question>>([{ hasBearer: true }, { id: 'user.referral' }, { id: 'auth.login' }])(
    'are not used for %o',
    async (question) => {
      const { ask } = open()
      expect([await ask(question), await ask(question)]).toEqual([{ count: 1 }, { count: 2 }])
    },
  )

  it('share a running call without a longer wait, and serve the known answer to all', async () => {
    const { ask } = open()
    const never = new Promise(() => {})
    void ask({ isSoon: false }, () => never)
    expect(await ask({ isSoon: true })).toEqual({ count: 1 })
    expect(await ask({ isSoon: false }, () => never)).toEqual({ count: 1 })
  })

  it('do not store a failure, and pass it to all who wait', async () => {
    const { ask } = open()
    const fail = () => Promise.reject(new Error('down'))
    const waiting = [ask({}, fail), ask()]
    for (const answer of waiting) await expect(answer).rejects.toThrow('down')
    expect(await ask()).toEqual({ count: 1 })
  })

  it('forget known answers and running calls', async () => {
    const { ask, shared } = open()
    await ask()
    shared.forget()
    const late = ask()
    shared.forget()
    expect([await late, await ask()]).toEqual([{ count: 2 }, { count: 3 }])
  })

  it("can't be changed by a reader", async () => {
    const { ask } = open()
    const answer = (await ask({}, () => Promise.resolve({ items: [{ id: 'breeze' }] }))) as {
      items: object[]
    }
    expect(() => answer.items.push({})).toThrow(TypeError)
    expect(Object.isFrozen(answer.items[0])).toBe(true)
  })

  it('are bounded', async () => {
    const { ask } = open()
    for (let page = 0; page <= 128; page += 1) await ask({ id: 'content.news', input: { page } })
    expect(await ask({ id: 'content.news', input: { page: 128 } })).toEqual({ count: 129 })
    expect(await ask({ id: 'content.news', input: { page: 0 } })).toEqual({ count: 130 })
  })
})
