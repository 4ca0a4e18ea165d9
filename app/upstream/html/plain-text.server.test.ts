import { expect, test } from 'vitest'
import { beginningOf, plainText } from './plain-text.server'

test('passages are set apart, words are not', () => {
  expect(plainText('<p>One <b>tw</b>o</p><ul><li>three</li><li>four</li></ul>five<br>six')).toBe(
    'One two three four five six',
  )
})

test('signs are signs, and what looks like a tag stays what it says', () => {
  expect(plainText('1 &lt; 2 &amp;amp; &quot;3&quot; &nbsp;&hellip; &lt;b&gt;')).toBe('1 < 2 &amp; "3" … <b>')
})

test('nothing is left of what would run', () => {
  expect(plainText('<script>alert(1)</script><style>p{}</style>a<svg><text>b</text></svg>')).toBe('a')
  expect(plainText('<a href="https://a.example/?x=>">a</a>')).toBe('a')
})

test('a beginning ends with a word', () => {
  expect(beginningOf('one two three', 13)).toBe('one two three')
  expect(beginningOf('one two three', 10)).toBe('one two…')
  expect(beginningOf('𝕠𝕟𝕖𝕥𝕨𝕠', 3)).toBe('𝕠𝕟𝕖…')
})
