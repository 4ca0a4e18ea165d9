import { answerReviewedForm, toChange, wantsChange, wantsReceipt } from '~/money-forms/action.server'
import { exchange } from '~/money-forms/definitions/exchange.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isLive } from '~/forms/live-amount'
import { invalid, parseForm } from '~/forms/parse.server'
import { pastExchanges } from '~/investments/exchanges.server'
import { readQuote, readRates } from '~/investments/quote.server'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { panel } from '~/upstream/panel.server'
import { ExchangeFields } from './exchange-form'
import { ExchangeReview } from './review'
import { Done, titleOfExchange } from './done'
import {
  defaultCoin,
  exchangeOf,
  exchangeOptionsForPage,
  exchangeReceiptOf,
  newExchangeForm,
  readExchangeOptions,
  receiptForm,
} from './exchange.server'

export const handle: PageHandle = {
  title: titleBy<Data>('exchange:title', (data, i18n) =>
    data.done ? titleOfExchange(data.done, i18n) : i18n.t('exchange:title'),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

/** How many of the newest are listed, and how far back the page of one is found. */
const [listed, found] = [5, 1_000]

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { searchParams } = context.url
  const done = searchParams.get('done')
  if (done !== null) {
    const exchange = (await pastExchanges(upstream, found)).find(({ id }) => id === done)
    if (!exchange) throw new Response(null, { status: 404 })
    return { done: exchange }
  }
  const isWhole = !isLive(context.url)
  const [options, past, submission] = await Promise.all([
    readExchangeOptions(context, readRates),
    isWhole ? panel(pastExchanges(upstream, listed)) : null,
    isWhole ? context.idempotencyKeys.issue(exchange.name) : '',
  ])
  const shown = exchangeOptionsForPage(options)
  const typed = {
    from: searchParams.get('from') ?? defaultCoin(shown),
    to: searchParams.get('to') ?? '',
    amount: searchParams.get('amount'),
  }
  const receipt = exchangeReceiptOf(typed, options, context.i18n)
  return { options: shown, past, typed, receipt, submission }
}

export async function action({ context }: ActionFunctionArgs) {
  await requireInvestor(context)
  if (wantsReceipt(context)) {
    const question = await parseForm(context, receiptForm(context.i18n.language))
    return question.ok ? redirect(paths.exchange(question.value), 303) : invalid(question)
  }
  const form = await parseForm(context, newExchangeForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)

  // The quote is how it is exchanged, not the intent: under two quotes it is still one exchange.
  const { from, to, amount, rateId } = form.value
  const values = { from, to, amount }
  return answerReviewedForm(context, exchange, form, {
    values,
    sent: { ...values, rateId },
    async review(at) {
      const options = await readExchangeOptions(context, at.keepsQuote ? readRates : readQuote)
      return exchangeOf(form.value, options, at, context.i18n)
    },
  })
}

export default function Exchange() {
  const loaded = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  if (loaded.done) return <Done exchange={loaded.done} />
  if (reply && 'review' in reply)
    return <ExchangeReview page={reply} submission={reply.submission ?? loaded.submission} />
  return (
    <ExchangeFields
      key={`${loaded.typed.from} ${loaded.typed.to} ${loaded.typed.amount}`}
      {...loaded}
      lastResult={reply && 'lastResult' in reply ? reply.lastResult : null}
      submission={reply?.submission ?? loaded.submission}
    />
  )
}
