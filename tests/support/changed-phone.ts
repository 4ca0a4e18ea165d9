import { refusesWith } from '../faults/faults'
import { type FaultyProxy } from '../faults/proxy'

/** The upstream has another number of the investor's, whose code was not entered yet. */
export function changePhone({ faulty }: { faulty: FaultyProxy }): void {
  for (const method of ['GET', 'POST'])
    faulty.fail(refusesWith('phone_unconfirmed'), {
      method,
      path: /^\/api\/(funds|user\/(?!profile)|notification)/,
    })
  faulty.change(
    { method: 'GET', path: /\/ext\/user$/ },
    ({ user }: { user: { phoneConfirmed: boolean } }) => {
      user.phoneConfirmed = false
    },
  )
}
