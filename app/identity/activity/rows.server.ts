import { type Activity } from '~/contract/extensions/activity'
import { deviceName } from '~/formats/device-name'
import { type I18n } from '~/locale/create'

/** A record in the reader's words. Amounts are apart, since the reader may have hidden them. */
export interface ActivityRow extends Pick<Activity, 'id' | 'at' | 'outcome' | 'reference'> {
  what: string
  /** One amount, or of an exchange both. */
  amounts: { value: string; currency: string }[]
  /** Whatever else is known: a wallet, how many attempts there were. */
  details: string[]
  device: string
  address: string
}

/** The records in the reader's words, which only the server has. */
export function activityRows(i18n: I18n, records: readonly Activity[]): ActivityRow[] {
  return records.map((record) => {
    const { id, at, outcome, reference } = record
    return {
      ...{ id, at, outcome, reference },
      what: kindText(i18n, record),
      amounts: amountsOf(record),
      details: [...walletText(i18n, record), ...sessionsText(i18n, record), ...timesText(i18n, record)],
      ...originText(i18n, record),
    }
  })
}

export const kindText = ({ t }: I18n, { kind }: Activity): string => t(`activity:kind.${kind}`)

export function amountsOf({ values }: Activity): ActivityRow['amounts'] {
  const { amount, currency, toAmount, toCurrency } = values
  return [
    ...(amount !== undefined && currency !== undefined ? [{ value: amount, currency }] : []),
    ...(toAmount !== undefined && toCurrency !== undefined
      ? [{ value: toAmount, currency: toCurrency }]
      : []),
  ]
}

/** The device and the network, or why there is none. */
export function originText({ t }: I18n, { device, address, outcome }: Activity) {
  if (address === null)
    return outcome === 'refused'
      ? { device: t('activity:manyDevices'), address: t('activity:manyNetworks') }
      : { device: t('activity:company'), address: '' }
  return { device: deviceName(device ?? '') || t('activity:unknownDevice'), address }
}

function walletText({ t }: I18n, { values: { wallet, network } }: Activity): string[] {
  if (wallet === undefined) return []
  return [network === undefined ? wallet : t('activity:wallet', { wallet, network })]
}

function sessionsText({ t }: I18n, { values: { sessions } }: Activity): string[] {
  return sessions === undefined ? [] : [t('activity:sessions', { count: sessions })]
}

function timesText({ t, dateTime }: I18n, { times, lastAt }: Activity): string[] {
  return times === 1 ? [] : [t('activity:times', { count: times, last: dateTime(lastAt) })]
}
