import cabinet from '../../locales/en/cabinet.json'
import common from '../../locales/en/common.json'
import errors from '../../locales/en/errors.json'
import exchange from '../../locales/en/exchange.json'
import notifications from '../../locales/en/notifications.json'
import partners from '../../locales/en/partners.json'
import settings from '../../locales/en/settings.json'
import { type Texts } from './compile'

/** The texts of the cabinet for the browser, as a chunk that only this language's readers load. */
export const texts: Texts = { common, cabinet, errors, exchange, notifications, partners, settings }
