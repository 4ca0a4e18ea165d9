import { type Page, expect } from '@playwright/test'
import { type Person } from './investor'
import { type Say } from './texts'

/** The few steps that every journey takes the same way. What a journey is about stands in the journey. */

export const demoInvestor = { login: 'investor', password: 'Demo-investor-1' }

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]:not([type=hidden])`)
    const kind = await field.first().evaluate((node) => `${node.nodeName} ${node.getAttribute('type') ?? ''}`)
    if (kind.startsWith('SELECT')) await field.selectOption(value)
    else if (kind === 'INPUT radio') await page.locator(`main [name="${name}"][value="${value}"]`).check()
    else await field.fill(value)
  }
}

/** Presses the button that sends the form around a field. */
export async function send(page: Page, field: string): Promise<void> {
  await page.locator(`main form:has([name="${field}"]) button[type=submit]`).first().click()
}

/** Confirms what a check page shows, once all of that page is there. */
export async function confirm(page: Page, say: Say): Promise<void> {
  const button = page.getByRole('button', { name: say('common:action.confirm') })
  await button.waitFor()
  await page.waitForLoadState()
  await button.click()
}

export async function signIn(
  page: Page,
  { login, password }: Pick<Person, 'login' | 'password'>,
): Promise<void> {
  await page.goto('/login')
  await fillIn(page, { login, password })
  await send(page, 'password')
  await expect(page).toHaveURL(/\/cabinet$/)
}

/** A figure as a whole: 3.33 is not in 403.33, nor 1.00 in 1.005. */
export function figure(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s')
  return new RegExp(`(?<![\\d.,])${escaped}(?![\\d])`)
}
