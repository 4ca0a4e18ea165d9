import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { type OpenTopUp as TopUp } from './open-top-up.server'

/** The way back to an address that waits for a transfer, as long as it does. */
export function OpenTopUp({ topUp }: { topUp: TopUp }) {
  const { t, amount, time, number } = useI18n()
  const { id, requestAmount, currency, expiresAt, count } = topUp
  return (
    <Alert
      role="note"
      title={t('cabinet:dashboard.openTopUp.title', { amount: amount(requestAmount, currency) })}
    >
      <Stack gap={3}>
        <p>{t('cabinet:dashboard.openTopUp.text', { time: time(expiresAt) })}</p>
        <Cluster>
          <Link href={paths.topUp(id)}>{t('cabinet:dashboard.openTopUp.show')}</Link>
          {count > 1 && (
            <Link href={paths.topUps({ status: 'pending' })}>
              {t('cabinet:dashboard.openTopUp.all', { number: number(count) })}
            </Link>
          )}
        </Cluster>
      </Stack>
    </Alert>
  )
}
