import { type CallInput } from '~/contract/call'
import { batches } from '~/contract/extensions/operator/batches'
import { operatorPaths } from '~/operator-paths'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { defineMoneyForm } from './define-money-form.server'

/** Batches of withdrawals. Their own pages show an open outcome: what is in a batch, and what of it is paid. */

const pages = {
  entry: (id: string) => operatorPaths.batch(id),
  list: operatorPaths.batches(),
  again: ({ id = '' }) => operatorPaths.batch(id),
}

async function only(upstream: Upstream, { id = '' }: Readonly<Record<string, string>>) {
  const found = await ifFound(upstream.operator.batch({ id }))
  return { items: found ? [found.batch] : [] }
}

export const creatingBatch = defineMoneyForm({
  name: 'operator.createBatch',
  call: batches.createBatch,
  send: (upstream, sent: CallInput<typeof batches.createBatch>, options) =>
    upstream.operator.createBatch(sent, options),
  entryIn: ({ batch }) => batch,
  list: (upstream) => upstream.operator.batches({ limit: 100 }),
  differs: ({ system, checksum }, values) => system !== values.system || checksum !== values.checksum,
  isUndone: ({ status }) => status === 'dissolved',
  madeAt: ({ createdAt }) => createdAt,
  flash: 'batchCreated',
  pages: { ...pages, again: ({ system }) => operatorPaths.newBatch({ system }) },
})

export const dissolvingBatch = defineMoneyForm({
  name: 'operator.dissolveBatch',
  call: batches.dissolveBatch,
  send: (upstream, sent: CallInput<typeof batches.dissolveBatch>, options) =>
    upstream.operator.dissolveBatch(sent, options),
  entryIn: ({ batch }) => batch,
  idOf: ({ id }) => id,
  list: only,
  differs: (batch, { id }) => batch.id !== id,
  isMade: ({ status }) => status === 'dissolved',
  madeAt: ({ closedAt }) => closedAt,
  flash: 'batchDissolved',
  pages,
})

export const takingOutOfBatch = defineMoneyForm({
  name: 'operator.takeOutOfBatch',
  call: batches.takeOutOfBatch,
  send: (upstream, sent: CallInput<typeof batches.takeOutOfBatch>, options) =>
    upstream.operator.takeOutOfBatch(sent, options),
  entryIn: ({ batch, payments }) => ({ ...batch, payments }),
  idOf: ({ id }) => id,
  list: async (upstream, { id = '' }) => {
    const found = await ifFound(upstream.operator.batch({ id }))
    return { items: found ? [{ ...found.batch, payments: found.payments }] : [] }
  },
  differs: (batch, { id }) => batch.id !== id,
  isMade: ({ status, payments }, { payment }) =>
    status === 'dissolved' || payments.some(({ id, takenOut }) => id === payment && takenOut),
  madeAt: () => null,
  flash: 'takenOutOfBatch',
  pages,
})

/** A digest stands for the transfers. Whether all of them were taken can be seen in the batch alone. */
export const reportingTransfers = defineMoneyForm({
  name: 'operator.reportTransfers',
  call: batches.reportTransfers,
  send: (upstream, sent: CallInput<typeof batches.reportTransfers>, options) =>
    upstream.operator.reportTransfers(sent, options),
  entryIn: ({ batch }) => batch,
  idOf: ({ id }) => id,
  list: () => Promise.resolve({ items: [] }),
  differs: (batch, { id }) => batch.id !== id,
  madeAt: () => null,
  flash: 'transfersReported',
  pages,
})
