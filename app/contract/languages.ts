/**
 * The languages of the product. Russian is shown unless the reader chose otherwise. Stated here alone: schemas, tables
 * and texts follow it.
 */
export const languages = ['ru', 'en'] as const

export type Language = (typeof languages)[number]

export const fallbackLanguage: Language = 'ru'
