import { startYardstick } from '../children'
import { record } from '../recorded'
import { type Figure, type Row, type World, inTurn } from '../row'

/** A query longer than any that is cached: each of these addresses is rendered. */
export const notKept = `/?by=${'-'.repeat(64)}{n}`

/** Each address is another one, so none of them is cached. */
const subjects = {
  'rendered for one visitor': notKept,
  'calculator answer': '/?plan=tsunami&coin=USDT&unit=month&amount=3{n}0000',
}

export const renderedPage: Row = {
  name: 'public page, rendered',
  yardstick: 'Express + renderToString of the same markup and headers',
  async measure(world) {
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(subjects)) figures.push(await compare(world, what, path))
    return figures
  },
}

async function compare(world: World, what: string, path: string): Promise<Figure> {
  const { headers, body } = await record(world.app.url + path.replace('{n}', '500'), 'identity')
  const html = Buffer.from(body, 'base64').toString()
  const yardstick = await startYardstick('rendered', { html, headers })
  try {
    await expectSameMarkup(html, `http://127.0.0.1:${yardstick.port}/`)
    const paces = await inTurn(
      world,
      { product: world.app, yardstick },
      { product: { path }, yardstick: { path } },
    )
    return {
      what: `${what}, CPU per request`,
      product: paces.product.cpuMicros,
      yardstick: paces.yardstick.cpuMicros,
      unit: 'µs',
      budget: { atMost: 2 },
    }
  } finally {
    await yardstick.stop()
  }
}

/** React marks where texts meet and writes some attributes its own way: within two in a hundred it is the same page. */
async function expectSameMarkup(html: string, url: string): Promise<void> {
  const rendered = await (await fetch(url)).text()
  const bare = (text: string) => text.replaceAll('<!-- -->', '').length
  const off = Math.abs(bare(rendered) / bare(html) - 1)
  if (off > 0.02) throw new Error(`the yardstick renders another page: ${bare(rendered)} for ${bare(html)}`)
}
