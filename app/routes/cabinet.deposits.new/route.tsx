import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange, wantsChange } from '~/forms/change.server'
import { confirmOnce } from '~/forms/confirm.server'
import { answerOutcome } from '~/forms/outcome.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Check } from './check'
import { newDepositForm } from './form.server'
import { FirstThings } from './first-things'
import { readOffer, showOffer } from './offer.server'
import { openingOf } from './opening.server'
import { OpeningForm } from './opening-form'

export const handle: PageHandle = { title: 'cabinet:deposits.new.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [offer, submission] = await Promise.all([
    readOffer(upstream),
    context.submissions.issue('deposits.create'),
  ])
  const { searchParams } = context.url
  const chosen = { planId: searchParams.get('planId') ?? '', currency: searchParams.get('currency') ?? '' }
  return { offer: showOffer(offer), submission, chosen }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, newDepositForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)

  const run = async (key: string) => (await upstream.deposits.create(form.value, { key })).deposit
  const attempt = { form: 'deposits.create', values: form.value, run } as const
  const step = await confirmOnce(context, attempt, async () =>
    openingOf(form.value, await readOffer(upstream), upstream.now(), context.i18n),
  )
  if (step.kind === 'problems') return invalid(form, { fields: step.fields })
  if (step.kind === 'check') return step.page
  return answerOutcome(context, form, step.outcome, {
    name: 'deposits.create',
    fallback: 'opening',
    done({ id }) {
      context.flash.set('depositCreated')
      return paths.deposit(id)
    },
  })
}

export default function NewDeposit() {
  const reply = useActionData<typeof action>()
  return reply && 'check' in reply ? <Check page={reply} /> : <Opening />
}

function Opening() {
  const { offer, submission, chosen } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const lastResult = reply && 'lastResult' in reply ? reply.lastResult : null
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:deposits.new.title')}
        lead={t('cabinet:deposits.new.lead')}
        back={{ href: paths.deposits(), label: t('cabinet:deposits.one.back') }}
      />
      <FirstThings {...offer} />
      <OpeningForm
        offer={offer}
        chosen={chosen}
        lastResult={lastResult}
        submission={reply?.submission ?? submission}
      />
    </Stack>
  )
}
