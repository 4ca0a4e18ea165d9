import { paths } from '~/paths'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type WithdrawalPause as Pause } from './withdrawal-safety.server'

/** Why nothing can be withdrawn now, and until when. */
export function WithdrawalPause({ pause: { title, why, text, notYou } }: { pause: Pause }) {
  return (
    <Alert meaning="warning" title={title}>
      <Stack gap={1}>
        {why && <p>{why}</p>}
        <p>
          {text} {notYou && <Link href={paths.notifications()}>{notYou}</Link>}
        </p>
      </Stack>
    </Alert>
  )
}
