import { type CallInput } from '~/contract/call'
import { house } from '~/contract/extensions/operator/house'
import { operatorContent } from '~/contract/extensions/operator/content'
import { operatorTerms } from '~/contract/extensions/operator/terms'
import { compare } from '~/money/decimal'
import { operatorPaths } from '~/operator-paths'
import { type FlashKey } from '~/session/flash.server'
import { ifFound } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type SubmittedValues } from '../types'
import { defineMoneyForm } from './define-money-form.server'

/**
 * What operators write and send once: a second press adds no second item, plan or mailing. Values are compared by what
 * identifies an entry in its list; a digest stands for the rest.
 */

/** An entry that is known by its titles, where its list or its answer has them. */
interface Titled {
  id: string | null
  title?: { ru: string; en: string } | string | null
}

const isTitledOtherwise = ({ title }: Titled, values: Readonly<Record<string, string>>) =>
  typeof title === 'object' &&
  title !== null &&
  (title.ru !== values['titleRu'] || title.en !== values['titleEn'])

/** Terms may need a second operator: then a proposal was made and nothing has changed yet. */
const savedOrProposed = ({ proposal }: { proposal?: object | null }): FlashKey =>
  proposal ? 'changeProposed' : 'contentSaved'

export const creatingNews = defineMoneyForm({
  name: 'operator.createNews',
  call: operatorContent.createNews,
  send: (upstream, sent: CallInput<typeof operatorContent.createNews>, options) =>
    upstream.operator.createNews(sent, options),
  entryIn: (item): Titled => item,
  list: (upstream) => upstream.operator.news({ limit: 100 }),
  differs: isTitledOtherwise,
  madeAt: () => null,
  flash: 'contentSaved',
  pages: {
    entry: (id: string) => operatorPaths.newsPreview(id),
    list: operatorPaths.news(),
    again: () => operatorPaths.newsItem('new'),
  },
})

const newsPages = {
  entry: (id: string) => operatorPaths.newsPreview(id),
  list: operatorPaths.news(),
  again: ({ id = '' }) => operatorPaths.newsPreview(id),
}

/** The item by itself: whoever has it has published or withdrawn it, or not. */
async function newsItem(upstream: Upstream, { id = '' }: SubmittedValues) {
  const item = await ifFound(upstream.operator.newsItem({ id }))
  return { items: item ? [item] : [] }
}

export const publishingNews = defineMoneyForm({
  name: 'operator.publishNews',
  call: operatorContent.publishNews,
  send: (upstream, sent: CallInput<typeof operatorContent.publishNews>, options) =>
    upstream.operator.publishNews(sent, options),
  entryIn: (item) => item,
  idOf: ({ id }) => id,
  list: newsItem,
  differs: (item, { id }) => item.id !== id,
  isMade: ({ status }) => status === 'published',
  madeAt: ({ publishedAt }) => publishedAt,
  flash: 'newsPublished',
  pages: newsPages,
})

export const withdrawingNews = defineMoneyForm({
  name: 'operator.withdrawNews',
  call: operatorContent.withdrawNews,
  send: (upstream, sent: CallInput<typeof operatorContent.withdrawNews>, options) =>
    upstream.operator.withdrawNews(sent, options),
  entryIn: (item) => item,
  idOf: ({ id }) => id,
  list: newsItem,
  differs: (item, { id }) => item.id !== id,
  isMade: ({ status }) => status === 'withdrawn',
  madeAt: ({ withdrawnAt }) => withdrawnAt,
  flash: 'newsWithdrawn',
  pages: newsPages,
})

export const sendingMailing = defineMoneyForm({
  name: 'operator.createMailing',
  call: operatorContent.createMailing,
  send: (upstream, sent: CallInput<typeof operatorContent.createMailing>, options) =>
    upstream.operator.createMailing(sent, options),
  entryIn: ({ id }): { id: string; sentAt: string | null } => ({ id, sentAt: null }),
  list: (upstream) => upstream.operator.mailings({ limit: 100 }),
  differs: () => false,
  madeAt: ({ sentAt }) => sentAt,
  flash: 'mailingSent',
  pages: {
    entry: () => operatorPaths.mailings(),
    list: operatorPaths.mailings(),
    again: () => operatorPaths.newMailing(),
  },
})

export const creatingPlan = defineMoneyForm({
  name: 'operator.createPlan',
  call: operatorContent.createPlan,
  send: (upstream, sent: CallInput<typeof operatorContent.createPlan>, options) =>
    upstream.operator.createPlan(sent, options),
  // The answer has its title in the reader's language only.
  entryIn: ({ plan, proposal }): Titled | null => {
    const made = plan ?? proposal
    return made ? { id: made.id } : null
  },
  list: (upstream) => upstream.operator.plans(),
  differs: isTitledOtherwise,
  madeAt: () => null,
  flash: 'contentSaved',
  flashOf: savedOrProposed,
  pages: {
    entry: () => operatorPaths.plans(),
    list: operatorPaths.plans(),
    again: () => operatorPaths.plan('new'),
  },
})

export const creatingOption = defineMoneyForm({
  name: 'operator.createSubscriptionOption',
  call: operatorTerms.createSubscriptionOption,
  send: (upstream, sent: CallInput<typeof operatorTerms.createSubscriptionOption>, options) =>
    upstream.operator.createSubscriptionOption(sent, options),
  entryIn: ({ option, proposal }): Titled | null => option ?? (proposal ? { id: proposal.id } : null),
  list: (upstream) => upstream.operator.subscriptionOptions(),
  differs: isTitledOtherwise,
  madeAt: () => null,
  flash: 'contentSaved',
  flashOf: savedOrProposed,
  pages: {
    entry: () => operatorPaths.subscriptionOptions(),
    list: operatorPaths.subscriptionOptions(),
    again: () => operatorPaths.subscriptionOption('new'),
  },
})

export const addingAddresses = defineMoneyForm({
  name: 'operator.addAddresses',
  call: house.addAddresses,
  send: (upstream, sent: CallInput<typeof house.addAddresses>, options) =>
    upstream.operator.addAddresses(sent, options),
  entryIn: ({ system }) => ({ id: system }),
  idOf: ({ id }) => id,
  // Addresses are not listed, so that nothing tells whether they were added but the kept outcome.
  list: () => Promise.resolve({ items: [] }),
  differs: (system, { id }) => system.id !== id,
  madeAt: () => null,
  flash: 'addressesAdded',
  flashOf: ({ proposal }) => (proposal ? 'changeProposed' : 'addressesAdded'),
  pages: {
    entry: operatorPaths.paymentSystem,
    list: operatorPaths.paymentSystems(),
    again: ({ id = '' }) => operatorPaths.paymentSystemAddresses(id),
  },
})

/** A rate is known by its coin and its value: whoever reads it has it set or not. */
export const settingRate = defineMoneyForm({
  name: 'operator.setRate',
  call: house.setRate,
  send: (upstream, sent: CallInput<typeof house.setRate>, options) =>
    upstream.operator.setRate(sent, options),
  entryIn: ({ rate, proposal }) =>
    rate ? { id: rate.coin, rate: rate.rate } : proposal ? { id: proposal.id, rate: null } : null,
  idOf: ({ coin }) => coin,
  async list(upstream) {
    const { items } = await upstream.user.exchangeRate({}, { withoutBearer: true })
    return { items: items.map(({ coin, rate }) => ({ id: coin, rate })) }
  },
  // A proposal stands for the rate until a second operator approves it.
  differs: ({ id, rate }, values) =>
    rate !== null && (id !== values.coin || compare(rate, values.rate ?? '0') !== 0),
  madeAt: () => null,
  flash: 'rateSet',
  flashOf: ({ proposal }) => (proposal ? 'changeProposed' : 'rateSet'),
  pages: {
    entry: () => operatorPaths.rates(),
    list: operatorPaths.rates(),
    again: () => operatorPaths.rates(),
  },
})
