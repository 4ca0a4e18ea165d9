import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type ContentReply, digestOf } from '~/content/edit.server'
import { type RequestContext } from '~/context'
import { TextAreaField } from '~/forms/fields'
import { invalid, type LastResult, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { addingAddresses } from '~/money-forms/definitions/operator-content.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { AddressesForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('content:addresses.title', ({ title }, { t }) => t('content:addresses.of', { title })),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requireSystems(context)
  const { items } = await upstream.operator.paymentSystems()
  const system = items.find((one) => one.id === id)
  if (!system) throw new Response(null, { status: 404 })
  const { title, freeAddresses } = system
  return {
    id,
    title,
    freeAddresses,
    submission: await context.idempotencyKeys.issue(addingAddresses.name, id),
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  await requireSystems(context)
  const form = await parseForm(context, AddressesForm)
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(addingAddresses.name, id) })
  const { addresses } = form.value
  const answer = await answerMoneyForm(context, addingAddresses, form, {
    values: { id, digest: digestOf(addresses) },
    sent: { id, addresses },
    subject: id,
  })
  if (!('data' in answer)) return answer
  const lastResult = atTheField(answer.data.lastResult, addresses)
  return data({ ...answer.data, lastResult }, answer.init ?? undefined)
}

/** The upstream names wrong addresses by their places in the list; the field that they were typed into has them all. */
function atTheField(lastResult: LastResult, addresses: readonly string[]): LastResult {
  const { error } = lastResult
  const wrong = Object.entries(error ?? {}).flatMap(([name, texts]) => {
    const address = addresses[Number(/^addresses\.(\d+)$/.exec(name)?.[1])]
    return address === undefined || !texts?.[0] ? [] : [`${address}: ${texts[0]}`]
  })
  return wrong.length === 0 ? lastResult : { ...lastResult, error: { addresses: [wrong.join('; ')] } }
}

async function requireSystems(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'paymentSystems', 'addAddresses')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

/** Receiving addresses are added as a list; one wrong address refuses all of it and is named. */
export default function OperatorAddresses() {
  const { id, title, freeAddresses, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t, number } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('content:addresses.of', { title })}
        lead={t('content:addresses.lead')}
        back={{ href: operatorPaths.paymentSystem(id), label: title }}
      />
      <p>{t('content:systems.freeNow', { count: freeAddresses, number: number(freeAddresses) })}</p>
      <PostForm lastResult={reply?.lastResult} submission={reply?.submission ?? submission} width="full">
        <TextAreaField
          name="addresses"
          label={t('content:addresses.field')}
          hint={t('content:addresses.hint')}
          rows={12}
          spellCheck={false}
        />
        <SubmitButton>{t('content:addresses.add')}</SubmitButton>
        <Soft small>{t('content:addresses.owned')}</Soft>
      </PostForm>
    </Stack>
  )
}
