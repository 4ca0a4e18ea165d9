import { type Language } from '~/contract/languages'

/**
 * The house's own reasons, in both languages. A reason typed by a person is stored as text; one of these is stored by
 * its name and translated when it is read.
 */
const texts = {
  sender_not_accepted: {
    ru: 'Перевод пришёл с адреса, с которого мы не можем принимать деньги. Мы отправили его обратно.',
    en: 'Arrived from an address that we may not take money from. It was sent back.',
  },
  wallet_not_accepted: {
    ru: 'Биржа получателя не принимает TRC-20 на этот адрес. Пожалуйста, укажите другой.',
    en: 'The receiving exchange does not take TRC-20 on this address. Please name another one.',
  },
  fee_charged_twice: {
    ru: 'Комиссия сети за вывод, списанная дважды по ошибке',
    en: 'Network fee of a withdrawal, charged twice by mistake',
  },
  rest_given_up: {
    ru: 'Остаток меньше наименьшего вывода, при удалении учётной записи по просьбе инвестора.',
    en: 'Less than the least withdrawal, given up when the investor had the account erased.',
  },
} satisfies Record<string, Record<Language, string>>

export type HouseReason = keyof typeof texts

/** The words of a stored reason for a reader. */
export function reasonText(stored: string, language: Language): string {
  return Object.hasOwn(texts, stored) ? texts[stored as HouseReason][language] : stored
}

/** The stored reasons whose words, in either language, contain the text in any case. */
export function houseReasonsSaying(text: string): HouseReason[] {
  const searched = text.toLowerCase()
  const says = (name: HouseReason) =>
    Object.values(texts[name]).some((words) => words.toLowerCase().includes(searched))
  return (Object.keys(texts) as HouseReason[]).filter(says)
}
