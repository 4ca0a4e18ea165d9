import { text } from 'node:stream/consumers'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { withoutNul } from './without-nul.server'

describe('a streamed page', () => {
  it.each([0, 1, 2, 3])('arrives unchanged, with its bytes shifted by %i', async (shift) => {
    const word = `${'x'.repeat(shift)}${'Депозит'.repeat(40)}`
    const page = createElement(
      'p',
      null,
      Array.from({ length: 50 }, (_, key) => createElement('b', { key }, word)),
    )
    const body = withoutNul()
    renderToPipeableStream(page).pipe(body)
    expect(await text(body)).toBe(`<p>${`<b>${word}</b>`.repeat(50)}</p>`)
  })
})
