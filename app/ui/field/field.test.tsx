import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RadioCards } from '../choice/choice'
import { TextInput } from '../text-input/text-input'

const attribute = (html: string, tag: string, name: string) => load(html)(tag).first().attr(name)

test('a field is linked to its label, its hint and its error', () => {
  const html = renderToStaticMarkup(
    <TextInput id="f-wallet" name="wallet" label="Wallet" hint="From" error="Wrong" autoComplete="off" />,
  )
  expect(attribute(html, 'label', 'for')).toBe('f-wallet')
  expect(attribute(html, 'input', 'id')).toBe('f-wallet')
  expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
  expect(attribute(html, 'input', 'aria-describedby')).toBe('f-wallet-hint f-wallet-error')
  expect(html).toContain('id="f-wallet-hint"')
  expect(html).toContain('id="f-wallet-error"')
})

test('a field with neither hint nor error has no description', () => {
  const html = renderToStaticMarkup(<TextInput id="f-a" name="a" label="A" autoComplete="off" />)
  expect(html).not.toMatch(/aria-describedby|aria-invalid/)
})

test('a radio group is a fieldset with its question, and nothing is selected in advance', () => {
  const choices = [
    { value: 'breeze', title: 'Breeze' },
    { value: 'depth', title: 'Depth', disabled: true },
  ]
  const html = renderToStaticMarkup(
    <RadioCards id="f-plan" name="planId" label="Plan" error="Choose" choices={choices} />,
  )
  expect(attribute(html, 'fieldset', 'id')).toBe('f-plan')
  expect(attribute(html, 'fieldset', 'aria-describedby')).toBe('f-plan-error')
  expect(html).toContain('<legend')
  expect(html).not.toContain('checked')
  expect(load(html)('input[value="depth"]').is('[disabled]')).toBe(true)

  const chosen = <RadioCards id="f" name="planId" label="Plan" choices={choices} defaultValue="breeze" />
  expect(load(renderToStaticMarkup(chosen))('input[checked]').val()).toBe('breeze')
})
