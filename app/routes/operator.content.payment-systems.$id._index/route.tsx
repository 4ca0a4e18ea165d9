import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, type ContentReply } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { typedDecimal, typedTick } from '~/content/typed'
import { type RequestContext } from '~/context'
import { AmountField, TextField, TickField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { paymentSystemForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('content:systems.editTitle', ({ system }) => system.title),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const requirements = ['refill', 'deposit', 'verification'] as const

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requireSystems(context)
  const { refill, payment, ...system } = await oneSystem(upstream, id)
  const { language } = context.i18n
  const { title, currency, network, freeAddresses } = system
  return {
    system: { id, title, currency, network, freeAddresses, refillMinUsd: refill.minUsd },
    defaults: {
      title,
      explorer: system.explorer,
      version: system.version,
      refill: {
        enabled: typedTick(refill.enabled),
        max: typedDecimal(refill.max, language),
        timeoutMinutes: String(refill.timeoutMinutes),
      },
      payment: {
        enabled: typedTick(payment.enabled),
        minUsd: typedDecimal(payment.minUsd, language),
        max: typedDecimal(payment.max, language),
        fee: typedDecimal(payment.fee, language),
        hours: String(payment.hours),
        requires: Object.fromEntries(
          requirements.map((one) => [one, typedTick(payment.requires.includes(one))]),
        ),
      },
    },
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  const { upstream } = await requireSystems(context)
  const form = await parseForm(context, paymentSystemForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  const { version, title, explorer, refill, payment } = form.value
  const { requires } = payment
  const change = {
    ...{ title, refill },
    explorer: explorer || null,
    payment: { ...payment, requires: requirements.filter((one) => requires[one]) },
  }
  return answerContentEdit(context, form, {
    version,
    async save(read) {
      const { proposal } = await upstream.operator.editPaymentSystem({ id, ...change, version: read })
      context.flash.set(proposal ? 'changeProposed' : 'contentSaved')
      return redirect(operatorPaths.paymentSystem(id), 303)
    },
    current: async () => (await oneSystem(upstream, id)).version,
  })
}

async function requireSystems(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'paymentSystems', 'editPaymentSystem')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

async function oneSystem(upstream: RequestContext['upstream'], id: string) {
  const { items } = await upstream.operator.paymentSystems()
  const system = items.find((one) => one.id === id)
  if (!system) throw new Response(null, { status: 404 })
  return system
}

/** Bounds, fee and requirements of one network, for what is requested from now on. */
export default function OperatorPaymentSystem() {
  const { system, defaults } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t, amount, number } = useI18n()
  const { id, title, currency, network, freeAddresses, refillMinUsd } = system
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={title}
        lead={network}
        back={{ href: operatorPaths.paymentSystems(), label: t('content:pages.paymentSystems.title') }}
      />
      <p>
        {t('content:systems.freeNow', { count: freeAddresses, number: number(freeAddresses) })}{' '}
        <Link href={operatorPaths.paymentSystemAddresses(id)}>{t('content:addresses.add')}</Link>
      </p>
      <PostForm lastResult={reply?.lastResult} defaults={defaults} width="full">
        <ConflictAlert conflict={reply?.conflict} />
        <Kept name="version" />
        <TextField name="title" label={t('content:systems.title')} autoComplete="off" maxLength={64} />
        <TextField
          name="explorer"
          type="url"
          label={t('content:systems.explorer')}
          autoComplete="off"
          maxLength={2048}
          optional
        />
        <Section id="refills" title={t('content:systems.refills')}>
          <Stack gap={4}>
            <TickField name="refill.enabled" title={t('content:systems.refillEnabled')} />
            <Soft>
              {t('content:systems.refillMin', { min: amount(refillMinUsd, 'USDT') })}{' '}
              <Link href={operatorPaths.contentOf('limits')}>{t('content:pages.limits.title')}</Link>
            </Soft>
            <Columns>
              <AmountField name="refill.max" label={t('content:systems.max')} currency={currency} optional />
              <TextField
                name="refill.timeoutMinutes"
                label={t('content:systems.timeoutMinutes')}
                inputMode="numeric"
                autoComplete="off"
                variant="short"
              />
            </Columns>
          </Stack>
        </Section>
        <Section id="payments" title={t('content:systems.payments')}>
          <Stack gap={4}>
            <TickField name="payment.enabled" title={t('content:systems.paymentEnabled')} />
            <Columns>
              <AmountField name="payment.minUsd" label={t('content:systems.minUsd')} currency="USD" />
              <AmountField name="payment.max" label={t('content:systems.max')} currency={currency} optional />
            </Columns>
            <Columns>
              <AmountField
                name="payment.fee"
                label={t('content:systems.fee')}
                hint={t('content:systems.feeHint')}
                currency={currency}
              />
              <TextField
                name="payment.hours"
                label={t('content:systems.hours')}
                hint={t('content:systems.hoursHint')}
                inputMode="numeric"
                autoComplete="off"
                variant="short"
              />
            </Columns>
            {requirements.map((one) => (
              <TickField
                key={one}
                name={`payment.requires.${one}`}
                title={t(`content:systems.requires.${one}`)}
              />
            ))}
          </Stack>
        </Section>
        <SubmitButton>{t('content:save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
