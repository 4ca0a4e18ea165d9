import { languages } from '../../app/contract/languages'
import { publicAddresses, weigh } from '../../tests/support/first-load'
import { type Row } from '../row'

/** The heaviest public page of all languages; `tests/first-load.test.ts` holds every one of them to the budget. */
export const firstLoad: Row = {
  name: 'first load of the heaviest public page, brotli, headers included',
  yardstick: 'the first TCP window',
  async measure({ app }) {
    const pages = await publicAddresses(app.url)
    const weighed = await Promise.all(
      languages.flatMap((language) => pages.map((path) => weigh(app.url, path, language))),
    )
    const max = (of: (page: (typeof weighed)[number]) => number) => Math.max(...weighed.map(of))
    const scriptBytes = max(({ scripts }) =>
      scripts.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
    )
    const alone = { yardstick: null, unit: 'bytes' }
    return [
      { what: 'HTML', product: max(({ html }) => html), ...alone, budget: { atMost: 14_600 } },
      { what: 'HTML, CSS, JS, fonts', product: max(({ all }) => all), ...alone, budget: { atMost: 20_000 } },
      { what: 'JS, headers apart', product: scriptBytes, ...alone, budget: { atMost: 2_048 } },
      {
        what: 'requests',
        product: max(({ requests }) => requests),
        yardstick: null,
        unit: '',
        budget: { atMost: 3 },
      },
    ]
  },
}
