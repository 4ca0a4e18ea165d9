import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { DescriptionList } from '~/ui/description-list/description-list'

/** The company's contacts, as far as it provides them. */
export function ContactMethods({ email, messenger, hours }: SettingValue<'contacts'>) {
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <DescriptionList
      facts={[
        ...(email
          ? [{ term: t('site:contacts.email'), value: <a href={`mailto:${email}`}>{email}</a> }]
          : []),
        ...(messenger
          ? [
              {
                term: messenger.name,
                value: (
                  <a href={messenger.url} rel="noopener noreferrer">
                    {messenger.url}
                  </a>
                ),
              },
            ]
          : []),
        ...(hours
          ? [{ term: t('site:contacts.hours'), value: <span lang={langOf(hours)}>{hours}</span> }]
          : []),
      ]}
    />
  )
}
