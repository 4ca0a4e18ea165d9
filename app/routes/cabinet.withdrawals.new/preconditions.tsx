import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { type ShownPayoutMethod } from './payout-methods.server'

type Unmet = ShownPayoutMethod['unmet'][number]

const wayTo: Record<Unmet, string> = {
  refill: paths.topUps(),
  deposit: paths.newDeposit(),
  verification: paths.settings('verification'),
}

/** What still stands in the way of which systems, and where each of it is seen to. */
export function Preconditions({ ways }: { ways: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const unmet = [...new Set(ways.flatMap((way) => way.unmet))]
  if (unmet.length === 0) return null
  return (
    <Alert meaning="warning" title={i18n.t('cabinet:withdrawals.new.unmet')}>
      <Stack as="ul" gap={1}>
        {unmet.map((requirement) => (
          <li key={requirement}>
            <Link href={wayTo[requirement]}>{i18n.t(`errors:code.${requirement}_required`)}</Link>
            {' — '}
            {i18n.t('cabinet:withdrawals.new.unmetFor', { systems: systemsWith(ways, requirement, i18n) })}
          </li>
        ))}
      </Stack>
    </Alert>
  )
}

function systemsWith(ways: readonly ShownPayoutMethod[], requirement: Unmet, { t }: I18n): string {
  const titles = ways.filter(({ unmet }) => unmet.includes(requirement)).map(({ title }) => title)
  return titles.length === ways.length ? t('cabinet:withdrawals.new.everySystem') : titles.join(', ')
}
