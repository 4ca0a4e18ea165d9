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
  | 'wallet_removed'
  | 'new_sign_in'
  | 'session_elsewhere'
  | 'data_exported'
  | 'deletion_asked'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_renewed'
  | 'mail_phrase_changed'
  | 'wallet_list_on'
  | 'wallet_list_off'
  | 'recovery_code_used'
  | 'factor_guessed'
  | 'factors_lost'
  | 'factor_removal_planned'
  | 'factor_removal_cancelled'
  | 'factors_removed'
  | 'contact_replacement_planned'
  | 'contact_replacement_cancelled'
  | 'contacts_replaced'
  | 'payment_sent'
  | 'account_frozen'
  | 'account_unfrozen'
  | 'account_suspended'
  | 'account_restored'
  | 'sessions_ended'

/** The subject of a mail, and the text. */
interface SecurityText {
  subject: string
  text: string
}

/** Advice that also holds where a message carries no link. */
export const ifNotYou: Record<Language, string> = {
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
  wallet_removed: {
    ru: {
      subject: 'Удалён кошелёк',
      text: `Из настроек удалён кошелёк {wallet} ({network}). ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A wallet was removed',
      text: `The wallet {wallet} ({network}) was removed from your settings. ${ifNotYou.en}`,
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
  session_elsewhere: {
    ru: {
      subject: 'Ваш сеанс открыт в другом месте',
      text: `Открытым сеансом вашей учётной записи пользуются на другом устройстве или из другой сети: {device}, адрес {address}. Если это не вы, ответьте «Это был не я»: завершатся все сеансы, и этот тоже.`,
    },
    en: {
      subject: 'Your session is used elsewhere',
      text: `An open session of your account is used on another device or in another network: {device}, address {address}. If it was not you, answer with “This wasn’t me”: it ends all sessions, this one too.`,
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
  factor_added: {
    ru: {
      subject: 'Добавлен второй фактор',
      text: `К вашей учётной записи добавлен второй фактор входа: {name}. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A second factor was added',
      text: `A second factor was added to your account: {name}. ${ifNotYou.en}`,
    },
  },
  factor_removed: {
    ru: {
      subject: 'Удалён второй фактор',
      text: `Из вашей учётной записи удалён второй фактор входа: {name}. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A second factor was removed',
      text: `A second factor was removed from your account: {name}. ${ifNotYou.en}`,
    },
  },
  recovery_codes_renewed: {
    ru: {
      subject: 'Новые резервные коды',
      text: `Для вашей учётной записи созданы новые резервные коды, прежние больше не действуют. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'New recovery codes',
      text: `New recovery codes were made for your account; the earlier ones are void. ${ifNotYou.en}`,
    },
  },
  mail_phrase_changed: {
    ru: {
      subject: 'Изменена фраза в письмах',
      text: `Фраза, по которой вы узнаёте наши письма, изменена или убрана. В этом письме ещё прежняя. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'The phrase in our mails was changed',
      text: `The phrase by which you know our mails was changed or taken away. This mail still has the earlier one. ${ifNotYou.en}`,
    },
  },
  wallet_list_on: {
    ru: {
      subject: 'Вывод только на сохранённые кошельки',
      text: `Вывод с вашей учётной записи теперь возможен только на сохранённые кошельки. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Withdrawals to saved wallets only',
      text: `Withdrawals of your account go to saved wallets only from now on. ${ifNotYou.en}`,
    },
  },
  wallet_list_off: {
    ru: {
      subject: 'Вывод на любые кошельки',
      text: `Для вашей учётной записи отключают вывод только на сохранённые кошельки. Это подействует не сразу: срок указан в настройках, и до него всё можно вернуть. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Withdrawals to any wallet',
      text: `The limit of withdrawals to saved wallets is being switched off for your account. It takes a while: the settings say until when, and until then it can be kept. ${ifNotYou.en}`,
    },
  },
  recovery_code_used: {
    ru: {
      subject: 'Использован резервный код',
      text: `В вашей учётной записи использован резервный код; осталось кодов: {left}. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A recovery code was used',
      text: `A recovery code of your account was used; codes left: {left}. ${ifNotYou.en}`,
    },
  },
  factor_guessed: {
    ru: {
      subject: 'Подбор кода подтверждения',
      text: 'Для вашей учётной записи пять раз ввели неверный код подтверждения. Тот, кто его вводил, знает ваш пароль или пользуется вашим сеансом. Если это были не вы, смените пароль и завершите чужие сеансы (Настройки → Сеансы).',
    },
    en: {
      subject: 'Somebody tries codes of your account',
      text: 'Five wrong codes of confirmation were typed for your account. Whoever typed them knows your password or uses a session of yours. If it was not you, change the password and end the other sessions (Settings → Sessions).',
    },
  },
  factors_lost: {
    ru: {
      subject: 'Запрошено удаление второго фактора',
      text: 'Кто-то с вашим паролем сообщил, что второй фактор и резервные коды утеряны, и просит их удалить. Поддержка свяжется с вами, прежде чем что-либо изменить. Если это были не вы, ваш пароль известен другому: смените его.',
    },
    en: {
      subject: 'Removal of your second factor was asked for',
      text: 'Somebody with your password says that the second factor and the recovery codes are lost, and asks for their removal. Support will get in touch with you before anything changes. If it was not you, somebody else knows your password: change it.',
    },
  },
  factor_removal_planned: {
    ru: {
      subject: 'Второй фактор будет удалён',
      text: 'Поддержка удалит второй фактор и резервные коды вашей учётной записи через несколько дней, с первым входом по паролю. Чтобы оставить их, войдите с кодом: тогда ничего не удаляется. Если вы об этом не просили, смените пароль и напишите в поддержку.',
    },
    en: {
      subject: 'Your second factor will be removed',
      text: 'Support will remove the second factor and the recovery codes of your account in a few days, at the first sign-in by password. To keep them, sign in with a code: then nothing is removed. If you did not ask for this, change the password and write to support.',
    },
  },
  factor_removal_cancelled: {
    ru: {
      subject: 'Второй фактор остаётся',
      text: `В вашу учётную запись вошли с кодом второго фактора, поэтому его удаление отменено. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Your second factor stays',
      text: `A code of your second factor was used, so it is not removed. ${ifNotYou.en}`,
    },
  },
  factors_removed: {
    ru: {
      subject: 'Второй фактор удалён',
      text: `Второй фактор и резервные коды вашей учётной записи удалены, все прежние сеансы завершены. Добавьте новый в настройках. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Your second factor was removed',
      text: `The second factor and the recovery codes of your account were removed and its earlier sessions ended. Add a new one in the settings. ${ifNotYou.en}`,
    },
  },
  contact_replacement_planned: {
    ru: {
      subject: 'Почта и телефон будут заменены',
      text: 'Через {hours} ч почтой вашей учётной записи станет {email}, а прежние почта и телефон перестанут действовать: поддержку попросил об этом тот, кто назвался владельцем. Если это были не вы, ответьте «Это был не я» на это уведомление или напишите в поддержку: ничего не изменится.',
    },
    en: {
      subject: 'Your e-mail and phone will be replaced',
      text: 'In {hours} hours {email} becomes the e-mail of your account, and its present e-mail and phone end: somebody who said to be its owner asked support for it. If it was not you, answer this notification with “This wasn’t me” or write to support: nothing changes then.',
    },
  },
  contact_replacement_cancelled: {
    ru: {
      subject: 'Почта и телефон остаются прежними',
      text: `Замена почты и телефона вашей учётной записи отменена. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Your e-mail and phone stay',
      text: `The replacement of the e-mail and the phone of your account was cancelled. ${ifNotYou.en}`,
    },
  },
  contacts_replaced: {
    ru: {
      subject: 'Почта и телефон заменены',
      text: 'Почтой вашей учётной записи стал адрес {email}, прежние почта и телефон больше не действуют, все сеансы завершены. Если вы об этом не просили, сразу напишите в поддержку.',
    },
    en: {
      subject: 'Your e-mail and phone were replaced',
      text: 'The e-mail of your account is {email} now, its earlier e-mail and phone have ended, and so have all sessions. If you did not ask for it, write to support at once.',
    },
  },
  payment_sent: {
    ru: {
      subject: 'Вывод выполнен',
      text: `Вывод выполнен: {amount} отправлены на кошелёк {wallet} ({network}). ${ifNotYou.ru}`,
    },
    en: {
      subject: 'A withdrawal was sent',
      text: `A withdrawal of {amount} was sent to the wallet {wallet} ({network}). ${ifNotYou.en}`,
    },
  },
  account_frozen: {
    ru: {
      subject: 'Выводы остановлены, сеансы завершены',
      text: 'По вашему сообщению, что в учётной записи был кто-то другой, выводы остановлены и все сеансы завершены. Чтобы войти, задайте новый пароль по коду («Забыли пароль?» на странице входа). Выводы откроет поддержка, когда проверит учётную запись вместе с вами.',
    },
    en: {
      subject: 'Withdrawals are stopped and sessions ended',
      text: 'As you said that somebody else was at your account, withdrawals are stopped and all sessions ended. To sign in, set a new password by code (“Forgot your password?” at sign-in). Support opens withdrawals again once it has looked at the account with you.',
    },
  },
  account_unfrozen: {
    ru: {
      subject: 'Выводы снова открыты',
      text: `Поддержка проверила вашу учётную запись и снимает остановку выводов. ${ifNotYou.ru}`,
    },
    en: {
      subject: 'Withdrawals are open again',
      text: `Support has looked at your account and lifts the stop of withdrawals. ${ifNotYou.en}`,
    },
  },
  account_suspended: {
    ru: {
      subject: 'Учётная запись приостановлена',
      text: 'Ваша учётная запись приостановлена, войти в неё пока нельзя. {reason} Деньги и депозиты остаются вашими, доход начисляется как прежде. Если у вас есть вопросы, напишите в поддержку.',
    },
    en: {
      subject: 'Your account is suspended',
      text: 'Your account is suspended, and nobody can sign in to it for now. {reason} Your money and your deposits stay yours, and income is credited as before. If you have questions, write to support.',
    },
  },
  account_restored: {
    ru: {
      subject: 'Учётная запись снова открыта',
      text: 'Ваша учётная запись больше не приостановлена: вы снова можете войти.',
    },
    en: {
      subject: 'Your account is open again',
      text: 'Your account is not suspended any more: you can sign in again.',
    },
  },
  sessions_ended: {
    ru: {
      subject: 'Все сеансы завершены',
      text: 'Поддержка завершила все сеансы вашей учётной записи. Войдите снова. Если вы об этом не просили, смените пароль и напишите в поддержку.',
    },
    en: {
      subject: 'All sessions are ended',
      text: 'Support ended all sessions of your account. Sign in again. If you did not ask for this, change the password and write to support.',
    },
  },
}
