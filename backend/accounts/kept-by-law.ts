import { type Language } from '../http/texts'

/**
 * What stays when an account is erased, as the one who asks for it is told. The years are those of
 * `backend/domain/retention.ts` and of the law of the company's country: whoever runs this under another changes both.
 */
const texts: Record<Language, string[]> = {
  ru: [
    'Записи об операциях с деньгами: их требует сохранять закон о бухгалтерском учёте. На вас они больше не указывают.',
    'Документы принятой верификации и данные из них: пять лет, как требует закон о противодействии отмыванию денег.',
    'Записи о решениях администраторов, без ваших имени и адресов.',
  ],
  en: [
    'The records of what happened to money: accounting law asks for them. They no longer name you.',
    'The documents of a verification that was accepted, and what they say: for five years, as the law against money laundering asks.',
    'The records of what administrators decided, without your name and addresses.',
  ],
}

export const keptByLaw = (language: Language): string[] => texts[language]
