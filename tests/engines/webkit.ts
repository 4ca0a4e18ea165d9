import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { Builder, By, Capabilities, type WebElement } from 'selenium-webdriver'
import { freePort, until } from '../support/program'
import {
  type Engine,
  type Opening,
  type Reader,
  beginningWith,
  choiceSelector,
  fieldSelector,
  isReady,
  plain,
} from './reader'

/** WebKit by WebDriver: the small browser that comes with WebKitGTK, on a display of its own. */
export const webkit: Engine = {
  name: 'WebKit',
  needs: { programs: ['WebKitWebDriver', 'Xvfb'], packages: 'webkit2gtk-driver xvfb' },
  hasScripts: true,
  start,
}

async function start({ url, scripts }: Opening): Promise<Reader> {
  // The server chooses a free display and writes its number.
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x3000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(display.stdio[3]!, 'data')) as [Buffer]
  const port = await freePort()
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11' },
    stdio: 'ignore',
  })
  const end = () => {
    server.kill()
    display.kill()
  }
  const address = `http://127.0.0.1:${port}`
  await until('the driver of WebKit answers', () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const args = ['--automation', ...(scripts ? [] : ['--enable-javascript=false'])]
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args },
  })
  const driver = await new Builder()
    .usingServer(address)
    .withCapabilities(capabilities)
    .build()
    .catch((error: unknown) => {
      end()
      throw error
    })
  // Its driver does not scroll to a field: the window is as high as a page.
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 2900 })
  const element = async (by: By): Promise<WebElement> => {
    await until(`WebKit finds ${String(by)}`, async () => (await driver.findElements(by)).length > 0)
    return driver.findElement(by)
  }
  return {
    async open(path) {
      await driver.get(url + path)
      if (scripts)
        await until(`the scripts of ${path} run`, () => driver.executeScript<boolean>(`return ${isReady}`))
    },
    async type(field, text) {
      const input = await element(By.css(fieldSelector(field)))
      // A field may be folded into a row.
      await driver.executeScript("arguments[0].closest('details')?.setAttribute('open', '')", input)
      await input.clear()
      await input.sendKeys(text)
    },
    choose: async (choice) => (await element(By.css(choiceSelector(choice)))).click(),
    press: async (button) => (await element(By.xpath(beginningWith('button', button)))).click(),
    follow: async (words) => (await element(By.xpath(beginningWith('a', words)))).click(),
    // While a page is replaced by the next one there is no text to read.
    text: () =>
      driver
        .findElement(By.css('body'))
        .getText()
        .then(plain, () => ''),
    async close() {
      await driver.quit().catch(() => undefined)
      end()
    },
  }
}

/** The browser is no command: it lies in the folder of the library. */
function miniBrowser(): string {
  const folders = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1`)
  const found = folders.map((folder) => `${folder}/MiniBrowser`).find((path) => existsSync(path))
  if (!found) throw new Error('WebKitGTK has no MiniBrowser here')
  return found
}
