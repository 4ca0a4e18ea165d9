import { type RankName } from '../domain/rewards'
import { type NoticeKind } from '../funds/notices'
import { type Language } from '../http/texts'

/**
 * What each kind of notification says. Values stand as `{name}`: amounts with their currency, ranks and reasons.
 * `written` is a text of its own in both languages, as a mailing or the demonstration has it.
 */
export type StoredKind = NoticeKind | 'written'

export const notificationTexts: Record<
  Exclude<StoredKind, 'written'> | 'rank_reached_alone',
  Record<Language, string>
> = {
  refill_credited: {
    ru: 'Баланс пополнен на {amount}.',
    en: 'Your balance was topped up with {amount}.',
  },
  refill_rejected: {
    ru: 'Пополнение отклонено. {reason}',
    en: 'Your top-up was rejected. {reason}',
  },
  refill_expired: {
    ru: 'Время заявки на пополнение {amount} вышло. Не переводите деньги на её адрес: создайте новую заявку.',
    en: 'The time for your top-up of {amount} has run out. Do not pay to its address: ask for a new one.',
  },
  deposit_closable: {
    ru: 'Первый срок депозита {amount} закончился. Его можно закрыть в любой момент или оставить на второй срок с удвоенным процентом.',
    en: 'The first term of your deposit of {amount} has ended. You can close it at any moment, or leave it for a second term at the doubled percentage.',
  },
  deposit_awaiting_completion: {
    ru: 'Второй срок депозита {amount} закончился. Доход больше не начисляется: закройте депозит, и сумма вернётся на баланс.',
    en: 'The second term of your deposit of {amount} has ended. It earns nothing more: close it and the amount returns to your balance.',
  },
  payment_completed: {
    ru: 'Заявка на вывод выполнена: {net} отправлены на ваш кошелёк.',
    en: 'Your withdrawal is completed: {net} are on the way to your wallet.',
  },
  payment_rejected: {
    ru: 'Заявка на вывод {amount} отклонена, деньги вернулись на баланс. {reason}',
    en: 'Your withdrawal of {amount} was rejected and the money is back on your balance. {reason}',
  },
  income_of_day: {
    ru: 'Доход за {day}: на баланс зачислено {amount}.',
    en: 'Income of {day}: {amount} was credited to your balance.',
  },
  matching_of_day: {
    ru: 'Матчинг-бонус за {day}: на баланс зачислено {amount}.',
    en: 'Matching bonus of {day}: {amount} was credited to your balance.',
  },
  referral_paid: {
    ru: 'В вашей партнёрской сети открыт депозит. Реферальный бонус {amount} зачислен на баланс.',
    en: 'A deposit was opened in your partner network. A referral bonus of {amount} was credited to your balance.',
  },
  rank_reached: {
    ru: 'Вы достигли ранга {rank}. Бонус {bonus} зачислен на баланс.',
    en: 'You have reached the rank {rank}. A bonus of {bonus} was credited to your balance.',
  },
  rank_reached_alone: {
    ru: 'Вы достигли ранга {rank}.',
    en: 'You have reached the rank {rank}.',
  },
  subscription_ended: {
    ru: 'Подписка закончилась. Она не продлевается сама, и ничего не списано.',
    en: 'Your subscription has ended. It does not renew by itself and nothing was charged.',
  },
  deletion_answered: {
    ru: 'Ваш запрос на удаление данных рассмотрен. {reason}',
    en: 'Your request to delete your data has been dealt with. {reason}',
  },
  verification_successful: {
    ru: 'Верификация пройдена: ваши документы приняты.',
    en: 'Your account is verified: your documents were accepted.',
  },
  verification_rejected: {
    ru: 'Документы для верификации отклонены. {reason}',
    en: 'Your documents for verification were rejected. {reason}',
  },
  long_login: {
    ru: 'Вы давно не заходили в кабинет. Проверьте депозиты: у некоторых мог закончиться срок.',
    en: 'You have not been here for a while. Have a look at your deposits: a term may have ended.',
  },
}

/** Ranks by their names in a sentence, the same that the cabinet calls them by. */
export const rankTexts: Record<RankName, Record<Language, string>> = {
  spark: { ru: '«Искра»', en: 'Spark' },
  chimera: { ru: '«Химера»', en: 'Chimera' },
  monarch: { ru: '«Монарх»', en: 'Monarch' },
  goliath: { ru: '«Голиаф»', en: 'Goliath' },
  whale: { ru: '«Кит»', en: 'Whale' },
}
