import { user } from '~/contract/user'
import { paths } from '~/paths'
import { askForUser } from '~/session/own-user.server'
import { type Booked, defineMoneyForm, newest } from './define-money-form.server'

/**
 * Pays for a subscription. It has no id; its end identifies a purchase, for each one moves it. Neither the answer nor
 * the statement names the option that was bought, so every purchase fits; that an answer is not an earlier purchase's is
 * told by an end that has moved (`payFor`).
 */
export const subscription = defineMoneyForm({
  name: 'user.subscription',
  call: user.subscription,
  send: (upstream, sent: { optionId: string }, options) => upstream.user.subscription(sent, options),
  entryIn: ({ subscription }): Booked | null => subscription && { id: subscription.expiresAt },
  async list(upstream) {
    const [{ items }, user] = await Promise.all([
      upstream.user.operations({ ...newest, sort: 'createdAt', type: 'subscription' }),
      askForUser(upstream),
    ])
    const idOf = (operation: string | null, place: number) =>
      place === 0 ? (user?.subscription?.expiresAt ?? operation) : operation
    return { items: items.map(({ id, createdAt }, place) => ({ id: idOf(id, place), createdAt })) }
  },
  differs: () => false,
  madeAt: ({ createdAt = null }) => createdAt,
  // The id is the end for the newest one, and the operation once another has been bought. The time does not change.
  nameOf: ({ createdAt = null }) => createdAt,
  fallback: 'subscription',
  fieldOf: { insufficient_funds: 'optionId', not_found: 'optionId' },
  flash: 'subscriptionActivated',
  duplicate: 'refusals:duplicate.of.subscription',
  pages: {
    entry: () => paths.subscription(),
    list: paths.operations({ type: 'subscription' }),
    again: () => paths.subscription(),
  },
})
