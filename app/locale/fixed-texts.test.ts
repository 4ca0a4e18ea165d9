import { describe, expect, test } from 'vitest'
import { errorStatus } from '~/contract/errors'
import { errorText } from './error-text'
import { type TextKey } from './keys'
import { createServerI18n } from './texts.server'

const { en, ru } = createServerI18n('Europe/Vilnius')

/** The texts with a prescribed English wording, and their Russian equivalents. */
const fixed: [key: TextKey, english: string, russian: string][] = [
  ['refusals:code.invalid_credentials', 'Incorrect login or password', 'Неверный логин или пароль'],
  [
    'refusals:code.too_many_requests',
    'Retry the request in a few minutes',
    'Повторите запрос через несколько минут',
  ],
  ['refusals:code.code_not_sent', 'Error sending code', 'Ошибка при отправке кода'],
  [
    'refusals:code.code_invalid',
    'Verification Error: the code is wrong',
    'Ошибка подтверждения: неверный код',
  ],
  [
    'refusals:code.code_expired',
    'Verification Error: the code has run out, request it again',
    'Ошибка подтверждения: срок действия кода истёк, запросите новый',
  ],
  ['refusals:code.phone_taken', 'This number is already registered', 'Этот номер уже зарегистрирован'],
  ['refusals:code.email_taken', 'This email is already registered', 'Этот адрес почты уже зарегистрирован'],
  ['refusals:code.login_taken', 'This login has already been registered', 'Этот логин уже зарегистрирован'],
  ['refusals:code.phone_invalid', 'Incorrect phone number', 'Неверный номер телефона'],
  [
    'refusals:code.phone_or_email_invalid',
    'Incorrect phone number or mail',
    'Неверный номер телефона или адрес почты',
  ],
  ['refusals:code.email_required', 'Please enter your email address!', 'Укажите адрес электронной почты!'],
  ['refusals:code.email_invalid', 'Incorrect E-mail!', 'Неверный адрес электронной почты!'],
  ['refusals:code.passwords_mismatch', 'Passwords do not match', 'Пароли не совпадают'],
  ['refusals:code.password_too_simple', 'Your password is too simple', 'Слишком простой пароль'],
  ['refusals:code.password_wrong', 'The current password is wrong', 'Текущий пароль указан неверно'],
  ['refusals:code.amount_negative', 'Amount cannot be less than 0', 'Сумма не может быть меньше 0'],
  ['refusals:code.amount_below_min', 'The minimum is {min}', 'Минимум — {min}'],
  ['refusals:code.amount_above_max', 'The maximum is {max}', 'Максимум — {max}'],
  ['refusals:code.insufficient_funds', 'Not enough money on the balance', 'Недостаточно денег на балансе'],
  ['refusals:code.wallet_required', 'Specify a wallet', 'Укажите кошелёк'],
  [
    'refusals:code.wallet_invalid',
    'This address does not belong to {network}',
    'Этот адрес не относится к сети {network}',
  ],
  ['errors:code.refill_required', 'Top up first', 'Сначала пополните баланс'],
  ['errors:code.deposit_required', 'Open a deposit first', 'Сначала откройте депозит'],
  ['errors:code.verification_required', 'Verify your account first', 'Сначала пройдите верификацию'],
  [
    'errors:code.rate_expired',
    'The rate has changed. Check the new figures',
    'Курс изменился. Проверьте новые цифры',
  ],
  ['refusals:code.plan_unavailable', "This plan can't be opened now", 'Сейчас этот тариф открыть нельзя'],
  [
    'refusals:code.deposit_not_closable',
    "This deposit can't be closed yet",
    'Этот депозит пока нельзя закрыть',
  ],
  ['refusals:code.too_large', 'The file is larger than {max}', 'Файл больше {max}'],
  ['refusals:code.unsupported_file', 'This kind of file is not accepted', 'Файлы такого типа не принимаются'],
  ['refusals:code.already_verified', 'Your account is already verified', 'Ваш аккаунт уже верифицирован'],
  ['refusals:code.inviter_unknown', 'There is no investor with this login', 'Инвестора с таким логином нет'],
  ['refusals:code.phone_unconfirmed', 'Confirm your phone first', 'Сначала подтвердите телефон'],
  [
    'refusals:code.account_suspended',
    'This account is suspended. {reason}',
    'Этот аккаунт приостановлен. {reason}',
  ],
  ['errors:code.unauthorized', 'Session time expired', 'Время сеанса истекло'],
  ['refusals:code.timeout', 'Timeout expired', 'Время ожидания истекло'],
  ['errors:code.in_progress', 'This request is being processed', 'Этот запрос обрабатывается'],
  [
    'errors:code.idempotency_mismatch',
    'This form was already sent with other values',
    'Эта форма уже отправлена с другими данными',
  ],
  ['refusals:fallback.registration', 'Registration Error', 'Ошибка регистрации'],
  ['errors:fallback.verification', 'Verification Error', 'Ошибка подтверждения'],
  ['refusals:fallback.subscription', 'Subscription creation error', 'Ошибка оформления подписки'],
  ['refusals:fallback.opening', 'Deposit creation error', 'Ошибка открытия депозита'],
  ['refusals:fallback.closing', 'Deposit closure error', 'Ошибка закрытия депозита'],
  ['refusals:fallback.editing', 'Update error', 'Ошибка обновления данных'],
  ['refusals:fallback.any', 'An error occurred, try later', 'Произошла ошибка, попробуйте позже'],

  ['flash:signedIn', 'Login successful', 'Вы вошли'],
  ['flash:registered', 'Registration successful', 'Регистрация прошла успешно'],
  ['flash:phoneConfirmed', 'Verification successful', 'Подтверждение прошло успешно'],
  ['flash:requestSent', 'Request sent', 'Заявка отправлена'],
  ['flash:dataUpdated', 'Data updated', 'Данные обновлены'],
  ['flash:passwordUpdated', 'Password updated', 'Пароль обновлён'],
  ['flash:depositCreated', 'Deposit created', 'Депозит открыт'],
  ['flash:subscriptionActivated', 'Subscription activated', 'Подписка подключена'],
  ['flash:toppedUp', 'Topped up successfully', 'Баланс успешно пополнен'],

  ['common:status.payment.pending', 'Pending', 'Ожидает'],
  ['common:status.payment.under_review', 'Under review', 'На проверке'],
  ['common:status.payment.rejected', 'Rejected', 'Отклонена'],
  ['common:status.payment.completed', 'Completed', 'Выполнена'],
  ['common:status.refill.pending', 'Pending', 'Ожидает'],
  ['common:status.refill.topped_up', 'Topped up', 'Зачислено'],
  ['common:status.refill.rejected', 'Rejected', 'Отклонено'],
  ['common:status.refill.timeout_expired', 'Timeout expired', 'Время истекло'],
  ['common:status.deposit.in_progress', 'In progress', 'В работе'],
  ['common:status.deposit.awaiting_completion', 'Awaiting completion', 'Ожидает завершения'],
  ['common:status.deposit.closed', 'Closed', 'Закрыт'],
  ['common:status.verification.in_process', 'In process', 'На проверке'],
  ['common:status.verification.successful', 'Successful', 'Пройдена'],
  ['common:status.verification.rejected', 'Rejected', 'Отклонена'],
  [
    'common:sentence.payment.pending',
    'Request created, awaiting processing by an administrator. Due by {expectedBy}',
    'Заявка создана и ждёт обработки администратором. Срок — до {expectedBy}',
  ],
  [
    'common:sentence.payment.completed',
    'Request completed, expect the funds in your wallet',
    'Заявка выполнена, ожидайте средства на кошельке',
  ],
  ['common:sentence.payment.rejected', '{reason}', '{reason}'],

  ['common:action.signIn', 'Sign in', 'Войти'],
  ['common:action.signOut', 'Sign out', 'Выйти'],
  ['common:action.confirm', 'Confirm', 'Подтвердить'],
  ['common:action.playTransfer', 'Play the transfer', 'Имитировать перевод'],
  ['common:demo.banner', 'Demonstration: no real money', 'Демонстрация: деньги ненастоящие'],
  [
    'common:risk.warning',
    'You may lose all the money you invest. Returns are not guaranteed. Not covered by deposit insurance or an investor compensation scheme.',
    'Вы можете потерять все вложенные деньги. Доход не гарантирован. На вложения не распространяются ни страхование вкладов, ни система компенсаций инвесторам.',
  ],
]

/** Each placeholder has its own name as its value, as in the table of texts. */
const places = Object.fromEntries(
  ['min', 'max', 'network', 'reason', 'expectedBy'].map((name) => [name, `{${name}}`]),
)

test.each(fixed)('%s', (key, english, russian) => {
  expect(en.t(key, places)).toBe(english)
  expect(ru.t(key, places)).toBe(russian)
})

describe('every error code of the contract has a text', () => {
  test.each(Object.keys(errorStatus))('%s', (code) => {
    expect(errorText(en, code)).toBeTruthy()
    expect(errorText(ru, code)).toBeTruthy()
  })
})

test('the limit of decimals uses the right plural', () => {
  const limit = (count: number) => ru.t('refusals:code.amount_decimals', { count })
  expect(limit(1)).toBe('Не больше 1 знака после запятой')
  expect(limit(2)).toBe('Не больше 2 знаков после запятой')
  expect(limit(21)).toBe('Не больше 21 знака после запятой')
  expect(en.t('refusals:code.amount_decimals', { count: 1 })).toBe('No more than 1 digit after the point')
})
