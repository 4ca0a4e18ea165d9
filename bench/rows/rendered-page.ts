import { startYardstick } from '../children'
import { type Row, inTurn } from '../row'

/** A word that no page knows: such an address is rendered for itself each time. */
const asked = { path: '/?bench={n}' }

export const renderedPage: Row = {
  name: 'public page, rendered',
  yardstick: 'Express + renderToString of the same markup',
  async measure(world) {
    const html = await (await fetch(`${world.app.url}/?bench=0`)).text()
    const yardstick = await startYardstick('rendered', { html })
    try {
      await expectSameMarkup(html, `http://127.0.0.1:${yardstick.port}/`)
      const paces = await inTurn(
        world,
        { product: world.app, yardstick },
        { product: asked, yardstick: asked },
      )
      return [
        {
          what: 'CPU per request',
          product: paces.product.cpuMicros,
          yardstick: paces.yardstick.cpuMicros,
          unit: 'µs',
          budget: { atMost: 2 },
        },
      ]
    } finally {
      await yardstick.stop()
    }
  },
}

/** React marks where texts meet and writes some attributes its own way: within two in a hundred it is the same page. */
async function expectSameMarkup(html: string, url: string): Promise<void> {
  const rendered = await (await fetch(url)).text()
  const bare = (text: string) => text.replaceAll('<!-- -->', '').length
  const off = Math.abs(bare(rendered) / bare(html) - 1)
  if (off > 0.02) throw new Error(`the yardstick renders another page: ${bare(rendered)} for ${bare(html)}`)
}
