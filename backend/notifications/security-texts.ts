import { type Language } from '~/contract/languages'

/**
 * The texts of security notifications, alike in the cabinet and by message, with the advice for an owner who did not do
 * it. Values are written as `{name}`; a wallet is masked.
 */

export type SecurityKind =
  | 'payment_requested'
  | 'password_changed'
  | 'email_change_asked'
  | 'email_changed'
  | 'phone_changed'
  | 'wallet_saved'
  | 'new_sign_in'
  | 'data_exported'
  | 'deletion_asked'

/** The subject of a mail, and the text. */
interface SecurityText {
  subject: string
  text: string
}

const ifNotYou = {
  ru: 'Если это сделали не вы, завершите чужие сеансы (Настройки → Сеансы), смените пароль и напишите в поддержку.',
  en: 'If it was not you, end the other sessions (Settings → Sessions), change the password and write to support.',
}

/** For a browser that is not recognized. */
export const unknownDevice: Record<Language, string> = {
  ru: 'неизвестное устройство',
  en: 'an unknown device',
}

export const securityTexts: Record<SecurityKind, Record<Language, SecurityText>> = {
  payment_requested: {
    ru: {
      subject: 'Заявка на вывод',
      text: `Создана заявка на вывод {amount} на кошелёк {wallet} ({network}). ${ifNotYou.ru} Пока заявка не рассмотрена, её можно отменить.`,
    },
    en: {
      subject: 'A withdrawal was requested',
      text: `A withdrawal of {amount} to the wallet {wallet} ({network}) was requested. ${ifNotYou.en} Until it is reviewed it can be cancelled.`,
    },
  },
  password_changed: {
    ru: {
      subject: 'Пароль изменён',
      text: 'Пароль вашей учётной записи изменён, остальные сеансы завершены. Если это сделали не вы, задайте новый пароль по коду («Забыли пароль?» на странице входа) и напишите в поддержку.',
    },
    en: {
      subject: 'Your password was changed',
      text: 'The password of your account was changed and its other sessions were ended. If it was not you, set a new one by code (“Forgot your password?” at sign-in) and write to support.',
    },
  },
  email_change_asked: {
    ru: {
      subject: 'Запрошена смена почты',
      text: `Запрошена смена адреса почты вашей учётной записи. Адрес сменится, когда новый будет подтверждён кодом. ${ifNotYou.ru} Три дня код для нового пароля никому не отправляется.`,
    },
    en: {
      subject: 'A change of your e-mail was asked for',
      text: `A change of the e-mail of your account was asked for. It changes once the new address is confirmed by its code. ${ifNotYou.en} For three days no code for a new password is sent to anyone.`,
    },
  },
  email_changed: {
    ru: {
      subject: 'Изменён адрес почты',
      text: `Адрес почты вашей учётной записи изменён. ${ifNotYou.ru} Три дня код для нового пароля никому не отправляется.`,
    },
    en: {
      subject: 'Your e-mail was changed',
      text: `The e-mail of your account was changed. ${ifNotYou.en} For three days no code for a new password is sent to anyone.`,
    },
  },
  phone_changed: {
    ru: {
      subject: 'Изменён телефон',
      text: `Телефон вашей учётной записи изменён. ${ifNotYou.ru} Три дня код для нового пароля никому не отправляется.`,
    },
    en: {
      subject: 'Your phone was changed',
      text: `The phone of your account was changed. ${ifNotYou.en} For three days no code for a new password is sent to anyone.`,
    },
  },
  wallet_saved: {
    ru: {
      subject: 'Сохранён кошелёк',
      text: `В настройках сохранён кошелёк {wallet} ({network}). ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A wallet was saved',
      text: `The wallet {wallet} ({network}) was saved in your settings. ${ifNotYou.en}`,
    },
  },
  new_sign_in: {
    ru: {
      subject: 'Вход с нового устройства',
      text: `Выполнен вход в вашу учётную запись с нового устройства или из новой сети: {device}, адрес {address}. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A sign-in from a new place',
      text: `Your account was signed in to from a new device or network: {device}, address {address}. ${ifNotYou.en}`,
    },
  },
  data_exported: {
    ru: {
      subject: 'Скачаны ваши данные',
      text: `Запрошен файл со всеми данными вашей учётной записи. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Your data was downloaded',
      text: `A file with all the data of your account was asked for. ${ifNotYou.en}`,
    },
  },
  deletion_asked: {
    ru: {
      subject: 'Запрошено удаление учётной записи',
      text: `Запрошено удаление вашей учётной записи и данных. Пока компания не приняла решение, всё работает как прежде. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Deletion of your account was asked for',
      text: `The deletion of your account and your data was asked for. Until the company has decided, everything works as before. ${ifNotYou.en}`,
    },
  },
}
