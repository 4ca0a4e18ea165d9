import { expect, test } from 'vitest'
import { type Language, languages } from '~/contract/languages'
import { listTexts } from './compile'
import { allTexts } from './texts.server'

/**
 * Who does not see the page knows nothing of "below" or "the green one" (WCAG 1.3.3): no text says where something stands
 * or what it looks like.
 */

const places: Record<Language, RegExp> = {
  en: /\b(above|below|beside|beneath|underneath|upper|lower|on top|on the (left|right)|at the (top|bottom|side)|corner|left-hand|right-hand|round|square|triangle|arrow|green|red|blue|yellow|orange|gr[ea]y)\b/iu,
  ru: /(?<!\p{L})(слева|справа|лев(ый|ая|ой|ом|ую)|прав(ый|ая|ой|ом|ую)|выше|ниже|сверху|снизу|вверху|внизу|рядом|под (ним|ней|ними|этим)|над (ним|ней|ними|этим)|угл?у|кругл\p{L}*|квадратик\p{L}*|стрелк\p{L}*|зел[её]н\p{L}*|красн\p{L}*|ж[её]лт\p{L}*|син(ий|яя|ее|юю)|сер(ый|ая|ое|ую))(?!\p{L})/iu,
}

/** Of figures, and of an entry's place in an order. */
const ofOther: Record<Language, string[]> = {
  en: ['operator:links.one.free'],
  ru: [
    'content:rates.far',
    'content:rows.down',
    'content:rows.up',
    'operator:links.one.free',
    'site:home.tariffsText',
  ],
}

test.each(languages)('no text in %s needs the page to be seen', (language) => {
  const found = listTexts(allTexts[language]).filter(([, source]) => places[language].test(source))
  expect(found.filter(([key]) => !ofOther[language].includes(key))).toEqual([])
  expect(found).toHaveLength(ofOther[language].length)
})
