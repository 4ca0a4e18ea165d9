import { type pluralForms } from './compile'
import type activity from '../../locales/en/activity.json'
import type transfers from '../../locales/en/transfers.json'
import type auth from '../../locales/en/auth.json'
import type batches from '../../locales/en/batches.json'
import type cabinet from '../../locales/en/cabinet.json'
import type content from '../../locales/en/content.json'
import type common from '../../locales/en/common.json'
import type cases from '../../locales/en/cases.json'
import type flash from '../../locales/en/flash.json'
import type errors from '../../locales/en/errors.json'
import type exchange from '../../locales/en/exchange.json'
import type investors from '../../locales/en/investors.json'
import type notifications from '../../locales/en/notifications.json'
import type operator from '../../locales/en/operator.json'
import type operators from '../../locales/en/operators.json'
import type partners from '../../locales/en/partners.json'
import type refusals from '../../locales/en/refusals.json'
import type security from '../../locales/en/security.json'
import type settings from '../../locales/en/settings.json'
import type site from '../../locales/en/site.json'

interface Namespaces {
  common: typeof common
  cases: typeof cases
  flash: typeof flash
  site: typeof site
  auth: typeof auth
  cabinet: typeof cabinet
  exchange: typeof exchange
  notifications: typeof notifications
  partners: typeof partners
  security: typeof security
  settings: typeof settings
  activity: typeof activity
  transfers: typeof transfers
  operator: typeof operator
  batches: typeof batches
  content: typeof content
  investors: typeof investors
  operators: typeof operators
  errors: typeof errors
  refusals: typeof refusals
}

export type Namespace = keyof Namespaces

type Singular<Key extends string> = Key extends `${infer Base}_${(typeof pluralForms)[number]}` ? Base : Key

type Keys<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${Keys<Tree[Key]>}`
}[keyof Tree & string]

/** Every key of the English files, as `namespace:path.to.key`. A test requires the same of Russian. */
export type TextKey = { [Name in Namespace]: `${Name}:${Keys<Namespaces[Name]>}` }[Namespace]
