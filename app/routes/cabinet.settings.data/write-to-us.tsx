import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { ContactMethods } from '~/site/contact-methods'
import { Stack } from '~/ui/layout/layout'

interface WriteToUsProps {
  /** Null if they could not be read; undefined if this company publishes none. */
  contacts: SettingValue<'contacts'> | null | undefined
}

/** The contacts, if the upstream can neither export nor erase the data. */
export function WriteToUs({ contacts }: WriteToUsProps) {
  const { t } = useI18n()
  return (
    <Stack gap={4}>
      <p>{t('security:data.write')}</p>
      {contacts === null && <p>{t('security:data.noContacts')}</p>}
      {contacts && <ContactMethods {...contacts} />}
    </Stack>
  )
}
