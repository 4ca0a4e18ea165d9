import cabinet from '../../locales/ru/cabinet.json'
import common from '../../locales/ru/common.json'
import errors from '../../locales/ru/errors.json'
import exchange from '../../locales/ru/exchange.json'
import notifications from '../../locales/ru/notifications.json'
import partners from '../../locales/ru/partners.json'
import settings from '../../locales/ru/settings.json'
import { type Texts } from './compile'

/** The texts of the cabinet for the browser, as a chunk that only this language's readers load. */
export const texts: Texts = { common, cabinet, errors, exchange, notifications, partners, settings }
