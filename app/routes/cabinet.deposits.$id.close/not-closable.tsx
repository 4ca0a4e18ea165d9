import { type Deposit } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { PageHeader } from '~/ui/page-header/page-header'

interface NotClosableProps {
  deposit: Deposit
  back: { href: string; label: string }
}

/** In its first term, or closed already: there is nothing to confirm here. */
export function NotClosable({ deposit: { status, endsAt }, back }: NotClosableProps) {
  const { t, dateTime } = useI18n()
  if (status === 'closed') return <PageHeader title={t('cabinet:deposits.close.already')} back={back} />
  return (
    <PageHeader
      title={t('cabinet:deposits.close.notYet')}
      lead={t('cabinet:deposits.close.notYetText', { time: dateTime(endsAt) })}
      back={back}
    />
  )
}
