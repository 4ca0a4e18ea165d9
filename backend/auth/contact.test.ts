import { expect, it } from 'vitest'
import { foldEmail, foldLogin, foldPhone } from './contact'

it.each(['+370 612 34567', '+370 (612) 34-567', '0037061234567', '370 612 34567'])(
  'reads %s as one number',
  (typed) => {
    expect(foldPhone(typed)).toBe('+37061234567')
  },
)

it.each(['', '+', '12345', '+370 612', '89161234567', 'marta@example.com', 'kai-37061234567'])(
  'refuses %s as a phone',
  (typed) => {
    expect(foldPhone(typed)).toBeNull()
  },
)

it('folds e-mails and logins without regard to case', () => {
  expect(foldEmail(' Marta@Example.COM ')).toBe('marta@example.com')
  expect(foldLogin('Marta.K')).toBe('marta.k')
})
