import authEn from '../../locales/en/auth.json'
import operatorEn from '../../locales/en/operator.json'
import refusalsEn from '../../locales/en/refusals.json'
import siteEn from '../../locales/en/site.json'
import authRu from '../../locales/ru/auth.json'
import operatorRu from '../../locales/ru/operator.json'
import refusalsRu from '../../locales/ru/refusals.json'
import siteRu from '../../locales/ru/site.json'
import { type Texts } from './compile'
import { createI18n, type I18n } from './create'
import { type Language } from '~/contract/languages'
import { texts as browserEn } from './texts.en'
import { texts as browserRu } from './texts.ru'

/** Every namespace of both languages: the browser's, and those of the server only. */
export const allTexts: Record<Language, Texts> = {
  ru: { ...browserRu, site: siteRu, auth: authRu, operator: operatorRu, refusals: refusalsRu },
  en: { ...browserEn, site: siteEn, auth: authEn, operator: operatorEn, refusals: refusalsEn },
}

/** One instance per language, made at start and shared by all requests. */
export function createServerI18n(timeZone: string): Record<Language, I18n> {
  return {
    ru: createI18n('ru', allTexts.ru, timeZone),
    en: createI18n('en', allTexts.en, timeZone),
  }
}
