import { type Language } from '~/contract/languages'

/**
 * What remains after an account is erased, as the investor reads it. The years are those of
 * `backend/domain/retention.ts` and of the law of the company's country: a company under another law changes both.
 */
const texts: Record<Language, string[]> = {
  ru: [
    'Записи об операциях с деньгами: их требует сохранять закон о бухгалтерском учёте. На вас они больше не указывают.',
    'Документы принятой верификации и данные из них: пять лет, как требует закон о противодействии отмыванию денег.',
    'Записи о решениях администраторов, без ваших имени и адресов.',
    'Остаток на балансе вместе с вознаграждениями, которые ещё не доступны, если всё это меньше наименьшего вывода: от него вы отказываетесь. Больший нужно сначала дождаться и вывести.',
  ],
  en: [
    'The records of what happened to money: accounting law asks for them. They no longer name you.',
    'The documents of a verification that was accepted, and what they say: for five years, as the law against money laundering asks.',
    'The records of what administrators decided, without your name and addresses.',
    'A rest on the balance, with rewards that are not free yet, that is less than the least withdrawal in all: you give it up. Wait for more than that to become free, and withdraw it first.',
  ],
}

export const keptByLaw = (language: Language): string[] => texts[language]
