import { expect, test } from 'vitest'
import { LoginForm } from './login.server'

const loginOf = (login: string) => LoginForm.safeParse({ login, password: 'x' }).data?.login

test.each(['+370 612 34567', '370 612 34567', '00370 612 34567', '+370 (612) 34-567'])(
  'treats %s as the same phone as registration does',
  (typed) => expect(loginOf(typed)).toBe('+37061234567'),
)

test('leaves a login and an e-mail as they were typed', () => {
  expect(loginOf(' Marta.K ')).toBe('Marta.K')
  expect(loginOf('Marta@Example.com')).toBe('Marta@Example.com')
})

test.each(['612 345', 'marta@', 'two words'])('refuses %s', (typed) => expect(loginOf(typed)).toBeUndefined())
