import { type CallInput } from '~/contract/call'
import { type LinkedPair, links } from '~/contract/extensions/operator/links'
import { pairId } from '~/identity/links/pair-id'
import { operatorPaths } from '~/operator-paths'
import { defineMoneyForm } from './define-money-form.server'

/**
 * An operator takes back what one person earned by inviting themselves. A pair is decided once, so a decision with
 * the same reason is this one.
 */
export const takeBackRewards = defineMoneyForm({
  name: 'operator.takeBackRewards',
  call: links.takeBackRewards,
  send: (upstream, sent: CallInput<typeof links.takeBackRewards>, options) =>
    upstream.operator.takeBackRewards(sent, options),
  entryIn: ({ pair }) => named(pair),
  list: async (upstream, { id = '', partnerId = '' }) => ({
    items: [named(await upstream.operator.link({ id, partnerId }))],
  }),
  differs: ({ investor, partner, takenBack }, values) =>
    investor.id !== values.id ||
    partner.id !== values.partnerId ||
    (takenBack !== null && takenBack.reason !== values.reason),
  isMade: ({ takenBack }) => takenBack !== null,
  madeAt: ({ takenBack }) => takenBack?.at ?? null,
  flash: 'paymentDecided',
  // The operator's page of the pair shows an open outcome; no ticket of an operator's leads here.
  pages: {
    entry: operatorPaths.link,
    list: operatorPaths.links(),
    again: ({ id = '', partnerId = '' }) => operatorPaths.link(`${id}~${partnerId}`),
  },
})

const named = (pair: LinkedPair): LinkedPair & { id: string } => ({ ...pair, id: pairId(pair) })
