import { type Language } from '~/contract/languages'
import { securityTexts, unknownDevice } from '../notifications/security-texts'
import { type Message } from './transport'

/**
 * The text of each kind of message, by mail and by SMS. Values are written as `{name}`. A message states its purpose
 * and who may ignore it. Codes carry no link, so that readers don't learn to type one where a link led; a security
 * notification carries one, which can only close the account (`backend/auth/freeze-account.ts`).
 */
export interface MessageText {
  /** Only for a mail; an SMS has none. */
  subject: string
  text: string
}

const texts: Record<string, Record<Language, MessageText>> = {
  ...securityTexts,
  phone_code: {
    ru: {
      subject: 'Код подтверждения',
      text: '{code}: код для подтверждения телефона. Никому его не сообщайте.',
    },
    en: {
      subject: 'Confirmation code',
      text: '{code} is the code that confirms your phone. Tell it to nobody.',
    },
  },
  password_code: {
    ru: {
      subject: 'Код для нового пароля',
      text: '{code}: код для нового пароля, действует 10 минут. Никому его не сообщайте. Если вы его не запрашивали, ничего делать не нужно.',
    },
    en: {
      subject: 'Code for a new password',
      text: '{code} is the code for a new password, good for 10 minutes. Tell it to nobody. If you did not ask for it, there is nothing to do.',
    },
  },
  email_code: {
    ru: {
      subject: 'Код подтверждения почты',
      text: '{code}: код для подтверждения адреса почты, действует 10 минут. Никому его не сообщайте. Если вы не указывали этот адрес у нас, ничего делать не нужно.',
    },
    en: {
      subject: 'Code to confirm your e-mail',
      text: '{code} is the code that confirms your e-mail, good for 10 minutes. Tell it to nobody. If you did not give us this address, there is nothing to do.',
    },
  },
  step_up_code: {
    ru: {
      subject: 'Код подтверждения действия',
      text: '{code}: код для подтверждения действия в вашем кабинете, действует 10 минут. Никому его не сообщайте. Если вы ничего не подтверждали, кто-то знает ваш пароль: смените его.',
    },
    en: {
      subject: 'Code to confirm an action',
      text: '{code} is the code that confirms an action in your account, good for 10 minutes. Tell it to nobody. If you were not confirming anything, somebody knows your password: change it.',
    },
  },
  addresses_low: {
    ru: {
      subject: 'Заканчиваются адреса для пополнения',
      text: '{title}: свободных адресов для пополнения осталось {free}. Добавьте новые, пока они не кончились: без них новые инвесторы не смогут пополнить баланс.',
    },
    en: {
      subject: 'Receiving addresses are running out',
      text: '{title}: {free} free receiving addresses are left. Add some before they run out: without one, new investors can’t top up.',
    },
  },
  inquiry_answered: {
    ru: { subject: 'Ответ на ваше сообщение', text: '{answer}\n\nВы писали:\n{message}' },
    en: { subject: 'The answer to your message', text: '{answer}\n\nYou wrote:\n{message}' },
  },
  application_answered: {
    ru: { subject: 'Ответ на ваш отклик', text: '{answer}\n\nВакансия: {vacancy}' },
    en: { subject: 'The answer to your application', text: '{answer}\n\nThe vacancy: {vacancy}' },
  },
  operator_invitation: {
    ru: {
      subject: 'Приглашение оператора',
      text: 'Вас приглашают работать оператором. Логин и пароль задаются по этой ссылке, один раз, в течение 48 часов: {invitation}. Если вы этого не ждали, ничего делать не нужно.',
    },
    en: {
      subject: 'An operator’s invitation',
      text: 'You are invited to work as an operator. Login and password are set by this link, once, within 48 hours: {invitation}. If you did not expect it, there is nothing to do.',
    },
  },
  contact_planned: {
    ru: {
      subject: 'Этот адрес станет почтой учётной записи',
      text: 'Через {hours} ч этот адрес станет почтой вашей учётной записи, как вы просили поддержку. Тогда придёт письмо о том, как задать пароль. Если вы об этом не просили, напишите в поддержку.',
    },
    en: {
      subject: 'This address becomes the e-mail of an account',
      text: 'In {hours} hours this address becomes the e-mail of your account, as you asked support. A mail about setting the password follows then. If you did not ask for it, write to support.',
    },
  },
  contact_in_force: {
    ru: {
      subject: 'Задайте пароль',
      text: 'Этот адрес теперь почта вашей учётной записи. Чтобы войти, задайте новый пароль: {page}. Код для этого придёт сюда же. Если вы об этом не просили, напишите в поддержку.',
    },
    en: {
      subject: 'Set your password',
      text: 'This address is the e-mail of your account now. To sign in, set a new password: {page}. The code for it is sent to this address. If you did not ask for it, write to support.',
    },
  },
  trial: {
    ru: {
      subject: 'Проверка отправки',
      text: 'Это проверка отправки сообщений. Её запустил тот, кто обслуживает сервис; ничего делать не нужно.',
    },
    en: {
      subject: 'A trial of sending',
      text: 'This is a trial of sending messages. Whoever runs the service has started it; there is nothing to do.',
    },
  },
  account_erased: {
    ru: { subject: 'Ваши данные удалены', text: 'Ваша учётная запись удалена по вашему запросу. {reason}' },
    en: { subject: 'Your data is erased', text: 'Your account was erased, as you asked. {reason}' },
  },
}

/** What a message of a kind is about; the kind itself for one that this version has no text of. */
export const subjectOf = (kind: string, language: Language): string => texts[kind]?.[language].subject ?? kind

/** @throws Error for a kind that has no text: it would be an empty message */
export function wordsOf({ kind, values, language, channel }: Message): MessageText {
  const found = texts[kind]?.[language]
  if (!found) throw new Error(`a message of the kind ${kind} has no text`)
  const text = found.text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    const text = typeof value === 'string' ? value : ''
    return name === 'device' ? text || unknownDevice[language] : text
  })
  const { link } = values
  const notMe = typeof link === 'string' ? `\n\n${notMeText[language]}${link}` : ''
  const { phrase } = values
  const known =
    channel === 'email' && typeof phrase === 'string' ? `${phraseText[language]}${phrase}\n\n` : ''
  return { subject: found.subject, text: known + text.trim() + notMe }
}

/** What the owner knows our mails by; whoever writes in our name does not know it. */
const phraseText: Record<Language, string> = { ru: 'Ваша фраза: ', en: 'Your phrase: ' }

const notMeText: Record<Language, string> = {
  ru: 'Это сделали не вы? Остановите выводы и завершите все сеансы: ',
  en: 'Was it not you? Stop withdrawals and end all sessions: ',
}
