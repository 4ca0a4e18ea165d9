import { deposits } from '~/contract/funds'
import { paths } from '~/paths'
import { defineMoneyForm, newest } from './define-money-form.server'

/** Closes a deposit. */
export const closing = defineMoneyForm({
  name: 'deposits.close',
  call: deposits.close,
  send: (upstream, sent: { id: string }, options) => upstream.deposits.close(sent, options),
  entryIn: ({ deposit }) => deposit,
  list: (upstream) => upstream.deposits.list({ ...newest, sort: 'startedAt', status: 'closed' }),
  idOf: ({ id }) => id,
  differs: ({ id }, values) => id !== values.id,
  isMade: ({ status }) => status === 'closed' || status === 'unknown',
  madeAt: ({ closedAt }) => closedAt,
  fallback: 'closing',
  flash: 'depositClosed',
  pages: {
    entry: paths.deposit,
    list: paths.deposits(),
    again: ({ id = '' }) => paths.closeDeposit(id),
  },
})
