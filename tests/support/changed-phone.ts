import { refusesWith } from '../faults/faults'
import { type FaultyProxy } from '../faults/proxy'

/** Makes the upstream answer as if the investor's number had changed and its code was not entered yet. */
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
