import activityEn from '../../locales/en/activity.json'
import authEn from '../../locales/en/auth.json'
import batchesEn from '../../locales/en/batches.json'
import contentEn from '../../locales/en/content.json'
import casesEn from '../../locales/en/cases.json'
import flashEn from '../../locales/en/flash.json'
import investorsEn from '../../locales/en/investors.json'
import operatorEn from '../../locales/en/operator.json'
import operatorsEn from '../../locales/en/operators.json'
import refusalsEn from '../../locales/en/refusals.json'
import securityEn from '../../locales/en/security.json'
import siteEn from '../../locales/en/site.json'
import transfersEn from '../../locales/en/transfers.json'
import activityRu from '../../locales/ru/activity.json'
import authRu from '../../locales/ru/auth.json'
import batchesRu from '../../locales/ru/batches.json'
import contentRu from '../../locales/ru/content.json'
import casesRu from '../../locales/ru/cases.json'
import flashRu from '../../locales/ru/flash.json'
import investorsRu from '../../locales/ru/investors.json'
import operatorRu from '../../locales/ru/operator.json'
import operatorsRu from '../../locales/ru/operators.json'
import refusalsRu from '../../locales/ru/refusals.json'
import securityRu from '../../locales/ru/security.json'
import siteRu from '../../locales/ru/site.json'
import transfersRu from '../../locales/ru/transfers.json'
import { type Texts } from './compile'
import { createI18n, type I18n } from './create'
import { type Language } from '~/contract/languages'
import { texts as browserEn } from './texts.en'
import { texts as browserRu } from './texts.ru'

/** Every namespace of both languages: the browser's, and those of the server only. */
export const allTexts: Record<Language, Texts> = {
  ru: {
    ...browserRu,
    site: siteRu,
    auth: authRu,
    activity: activityRu,
    content: contentRu,
    cases: casesRu,
    flash: flashRu,
    operator: operatorRu,
    batches: batchesRu,
    investors: investorsRu,
    operators: operatorsRu,
    refusals: refusalsRu,
    security: securityRu,
    transfers: transfersRu,
  },
  en: {
    ...browserEn,
    site: siteEn,
    auth: authEn,
    activity: activityEn,
    content: contentEn,
    cases: casesEn,
    flash: flashEn,
    operator: operatorEn,
    batches: batchesEn,
    investors: investorsEn,
    operators: operatorsEn,
    refusals: refusalsEn,
    security: securityEn,
    transfers: transfersEn,
  },
}

/** One instance per language, made at start and shared by all requests. */
export function createServerI18n(timeZone: string): Record<Language, I18n> {
  return {
    ru: createI18n('ru', allTexts.ru, timeZone),
    en: createI18n('en', allTexts.en, timeZone),
  }
}

const plain = createServerI18n('UTC')

/** Texts of a language that need not be the reader's, such as what another person will read. They name no time. */
export const i18nOf = (language: Language): I18n => plain[language]
