import { type CallAnswer, type CallInput } from '~/contract/call'
import { batches } from '~/contract/extensions/operator/batches'
import { operatorPaths } from '~/operator-paths'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type SubmittedValues } from '../types'
import { defineMoneyForm } from './define-money-form.server'

/** Batches of withdrawals. */

const pages = {
  entry: (id: string) => operatorPaths.batch(id),
  list: operatorPaths.batches(),
  again: ({ id = '' }) => operatorPaths.batch(id),
}

type Answer = CallAnswer<typeof batches.batch>

/** A change of a batch: whoever has the batch has it changed or not. */
const ofBatch = {
  entryIn: ({ batch, payments }: Answer) => ({ ...batch, payments }),
  idOf: ({ id }: SubmittedValues) => id,
  async list(upstream: Upstream, { id = '' }: SubmittedValues) {
    const found = await ifFound(upstream.operator.batch({ id }))
    return { items: found ? [ofBatch.entryIn(found)] : [] }
  },
  differs: (batch: Answer['batch'], { id }: SubmittedValues) => batch.id !== id,
  pages,
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
  makesEntry: true,
  flash: 'batchCreated',
  pages: { ...pages, again: ({ system }) => operatorPaths.newBatch({ system }) },
})

export const dissolvingBatch = defineMoneyForm({
  name: 'operator.dissolveBatch',
  call: batches.dissolveBatch,
  send: (upstream, sent: CallInput<typeof batches.dissolveBatch>, options) =>
    upstream.operator.dissolveBatch(sent, options),
  ...ofBatch,
  isMade: ({ status }) => status === 'dissolved',
  madeAt: ({ closedAt }) => closedAt,
  flash: 'batchDissolved',
})

export const takingOutOfBatch = defineMoneyForm({
  name: 'operator.takeOutOfBatch',
  call: batches.takeOutOfBatch,
  send: (upstream, sent: CallInput<typeof batches.takeOutOfBatch>, options) =>
    upstream.operator.takeOutOfBatch(sent, options),
  ...ofBatch,
  isMade: ({ status, payments }, { payment }) =>
    status === 'dissolved' || payments.some(({ id, takenOut }) => id === payment && takenOut),
  madeAt: () => null,
  flash: 'takenOutOfBatch',
  flashOf: ({ proposal }) => (proposal ? 'changeProposed' : 'takenOutOfBatch'),
})

/** A digest stands for the transfers, so a batch does not tell whether these were taken. */
export const reportingTransfers = defineMoneyForm({
  name: 'operator.reportTransfers',
  call: batches.reportTransfers,
  send: (upstream, sent: CallInput<typeof batches.reportTransfers>, options) =>
    upstream.operator.reportTransfers(sent, options),
  ...ofBatch,
  isMade: () => false,
  madeAt: () => null,
  flash: 'transfersReported',
})
