import { type RankName } from '../domain/rewards'
import { type NotificationKind } from './events'
import { type Language } from '~/contract/languages'
import { type SecurityKind, securityTexts } from './security-texts'

/**
 * The text of each kind of notification. Values are written as `{name}`: amounts with their currency, ranks and
 * reasons. Where a notification is read as HTML, the words in brackets lead to what it is about (`pathsOf`). `written` is a given text in both languages, for a mailing or the demonstration.
 */
export type StoredKind = NotificationKind | 'written'

export const notificationTexts: Record<
  | Exclude<StoredKind, 'written'>
  | 'rank_reached_alone'
  | 'payment_rejected_plainly'
  | 'deposit_awaiting_completion_plainly',
  Record<Language, string>
> = {
  ...bodiesOf(securityTexts),
  refill_credited: {
    ru: 'Баланс [пополнен на {amount}].',
    en: 'Your balance was [topped up with {amount}].',
  },
  refill_seen: {
    ru: '[Перевод {amount}] виден в сети. Он будет зачислен, когда сеть его подтвердит.',
    en: 'The network shows your [transfer of {amount}]. It is credited once the network has confirmed it.',
  },
  refill_dropped: {
    ru: 'Сеть отменила [перевод {amount}]: он не зачислен. Проверьте его в своём кошельке.',
    en: 'The network took your [transfer of {amount}] back: nothing was credited. Look it up in your wallet.',
  },
  refill_rejected: {
    ru: '[Пополнение] отклонено. {reason}',
    en: 'Your [top-up] was rejected. {reason}',
  },
  refill_expired: {
    ru: 'Время [заявки на пополнение {amount}] вышло. Не переводите деньги на её адрес: создайте новую заявку.',
    en: 'The time for your [top-up of {amount}] has run out. Do not pay to its address: ask for a new one.',
  },
  deposit_closable: {
    ru: 'Первый срок [депозита {amount}] закончился. Его можно закрыть в любой момент или оставить на второй срок с умноженным процентом.',
    en: 'The first term of your [deposit of {amount}] has ended. You can close it at any moment, or leave it for a second term at a multiplied percentage.',
  },
  deposit_awaiting_completion: {
    ru: 'Второй срок [депозита {amount}] закончился. Доход больше не начисляется: закройте депозит, и сумма вернётся на баланс.',
    en: 'The second term of your [deposit of {amount}] has ended. It earns nothing more: close it and the amount returns to your balance.',
  },
  deposit_awaiting_completion_plainly: {
    ru: 'Срок [депозита {amount}] закончился. Он больше не приносит доход и ждёт, когда вы его закроете.',
    en: 'The term of your [deposit of {amount}] has ended. It earns nothing more and waits for you to close it.',
  },
  payment_completed: {
    ru: '[Заявка на вывод] выполнена: {net} отправлены на ваш кошелёк.',
    en: 'Your [withdrawal] is completed: {net} are on the way to your wallet.',
  },
  payment_rejected: {
    ru: '[Заявка на вывод {amount}] отклонена. На баланс вернулось: {returned}. {reason}',
    en: 'Your [withdrawal of {amount}] was rejected. Back on your balance: {returned}. {reason}',
  },
  payment_rejected_plainly: {
    ru: '[Заявка на вывод {amount}] отклонена, деньги вернулись на баланс. {reason}',
    en: 'Your [withdrawal of {amount}] was rejected and the money is back on your balance. {reason}',
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
  matching_held_of_day: {
    ru: 'Матчинг-бонус за {day}: начислено {amount}. Эти деньги станут доступны, когда закончится первый срок депозита партнёра.',
    en: 'Matching bonus of {day}: {amount}. It becomes free when the first term of your partner’s deposit ends.',
  },
  referral_held: {
    ru: 'В вашей партнёрской сети открыт депозит. Начислен реферальный бонус {amount}: он станет доступен, когда закончится первый срок этого депозита. Дата указана на странице партнёров.',
    en: 'A deposit was opened in your partner network. It brought you a referral bonus of {amount}, which becomes free when the first term of that deposit ends. The date is on your partners page.',
  },
  rank_reached_held: {
    ru: 'Вы достигли ранга {rank}. Начислен бонус {bonus}: он станет доступен, когда закончится первый срок депозита партнёра. Дата указана на странице партнёров.',
    en: 'You have reached the rank {rank}. It brought you a bonus of {bonus}, which becomes free when the first term of your partner’s deposit ends. The date is on your partners page.',
  },
  rewards_released: {
    ru: 'Первый срок депозита партнёра закончился. Награда за него, {amount}, зачислена на баланс.',
    en: 'The first term of a partner’s deposit has ended. The reward for it, {amount}, was credited to your balance.',
  },
  rewards_taken_back: {
    ru: 'Награды за партнёра на {amount} отменены. {reason}',
    en: 'Partner rewards of {amount} were taken back. {reason}',
  },
  balance_credited: {
    ru: 'Компания исправила ваш баланс: зачислено {amount}. {reason}',
    en: 'The company corrected your balance: {amount} was added. {reason}',
  },
  balance_debited: {
    ru: 'Компания исправила ваш баланс: списано {amount}. {reason}',
    en: 'The company corrected your balance: {amount} was taken off. {reason}',
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
    ru: '[Верификация пройдена]: ваши документы приняты.',
    en: '[Your account is verified]: your documents were accepted.',
  },
  verification_rejected: {
    ru: '[Документы для верификации] отклонены. {reason}',
    en: 'Your [documents for verification] were rejected. {reason}',
  },
  withdrawals_rested: {
    ru: 'Пауза вывода закончилась: вы снова можете [выводить деньги].',
    en: 'The rest of your withdrawals has ended: you can [withdraw] again.',
  },
  long_login: {
    ru: 'Вы давно не заходили в кабинет. Проверьте [депозиты]: у некоторых мог закончиться срок.',
    en: 'You have not been here for a while. Have a look at your [deposits]: a term may have ended.',
  },
}

/** A cabinet's page for what a notification is about, by the ids in its values; null where they lack one. */
const one = (page: string, name: string) => (values: Record<string, unknown>) => {
  const id = values[name]
  return typeof id === 'string' && id !== '' ? `${page}/${encodeURIComponent(id)}` : null
}
const topUpPath = one('/cabinet/top-up', 'refillId')
const depositPath = one('/cabinet/deposits', 'depositId')
const withdrawalPath = one('/cabinet/withdrawals', 'paymentId')

export const pathsOf: Partial<Record<string, (values: Record<string, unknown>) => string | null>> = {
  refill_credited: topUpPath,
  refill_seen: topUpPath,
  refill_dropped: topUpPath,
  refill_rejected: topUpPath,
  refill_expired: topUpPath,
  deposit_closable: depositPath,
  deposit_awaiting_completion: depositPath,
  payment_completed: withdrawalPath,
  payment_rejected: withdrawalPath,
  verification_successful: () => '/cabinet/settings/verification',
  verification_rejected: () => '/cabinet/settings/verification',
  withdrawals_rested: () => '/cabinet/withdrawals/new',
  long_login: () => '/cabinet/deposits',
}

/** Ranks by their names in a sentence, the same that the cabinet calls them by. */
export const rankTexts: Record<RankName, Record<Language, string>> = {
  spark: { ru: '«Искра»', en: 'Spark' },
  chimera: { ru: '«Химера»', en: 'Chimera' },
  monarch: { ru: '«Монарх»', en: 'Monarch' },
  goliath: { ru: '«Голиаф»', en: 'Goliath' },
  whale: { ru: '«Кит»', en: 'Whale' },
}

/** Without the subjects, which mails alone have. */
function bodiesOf(texts: typeof securityTexts): Record<SecurityKind, Record<Language, string>> {
  const bodies = Object.entries(texts).map(([kind, { ru, en }]) => [kind, { ru: ru.text, en: en.text }])
  return Object.fromEntries(bodies) as Record<SecurityKind, Record<Language, string>> // of each kind
}
