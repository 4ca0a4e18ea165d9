import { type CallAnswer, type CallInput } from '~/contract/call'
import { anomalies } from '~/contract/extensions/operator/anomalies'
import { operatorPaths } from '~/operator-paths'
import { ifFound } from '~/upstream/panel.server'
import { defineMoneyForm } from './define-money-form.server'

type Held = CallAnswer<typeof anomalies.clearAnomaly>

const entryOf = ({ payment, cleared }: Pick<Held, 'payment' | 'cleared'>) => ({ ...payment, cleared })

/** An operator clears a withdrawal that a rule holds: once, so one that is cleared is this form's. */
export const clearingHold = defineMoneyForm({
  name: 'operator.clearAnomaly',
  call: anomalies.clearAnomaly,
  send: (upstream, sent: CallInput<typeof anomalies.clearAnomaly>, options) =>
    upstream.operator.clearAnomaly(sent, options),
  entryIn: entryOf,
  idOf: ({ id }) => id,
  async list(upstream, { id = '' }) {
    const found = await ifFound(upstream.operator.payment({ id }))
    return {
      items: found ? [entryOf({ payment: found.payment, cleared: found.held?.cleared ?? null })] : [],
    }
  },
  differs: ({ id }, values) => id !== values.id,
  isMade: ({ cleared }) => cleared !== null,
  madeAt: ({ cleared }) => cleared?.at ?? null,
  flash: 'holdCleared',
  pages: {
    entry: operatorPaths.withdrawal,
    list: operatorPaths.anomalies(),
    again: ({ id = '' }) => operatorPaths.withdrawal(id),
  },
})
