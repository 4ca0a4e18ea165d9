import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { isRefusal } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { withStepUp } from '~/session/step-up.server'
import { requireInvestor } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { formStatus } from '~/upstream/failure-status.server'
import { isRefusedChange, withoutEffect } from '~/upstream/failure.server'
import { panel, publicPanel } from '~/upstream/panel.server'
import {
  areStored,
  areStoredAsTyped,
  typedChanges,
  problemsOf,
  refusedFields,
  WalletsForm,
  readWallets,
} from './wallets.server'
import { WalletFields } from './wallet-fields'

export const handle: PageHandle = { title: 'settings:wallets.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { t } = context.i18n
  return {
    wallets: await readWallets(upstream),
    lead: t('security:wallets.lead'),
    none: { title: t('security:wallets.none'), text: t('security:wallets.noneText') },
  }
}

/** Unchanged wallets are not sent: a system's new rule must not block a change of another wallet. */
export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { i18n, flash } = context
  const form = await parseForm(context, WalletsForm)
  if (!form.ok) return invalid(form)
  const before = await readWallets(upstream)
  const { changes, overtaken } = typedChanges(context, form.value.wallets, before)
  if (overtaken) return invalid(form, overtaken)
  const problems = problemsOf(changes, i18n)
  if (Object.keys(problems).length > 0) return invalid(form, { fields: problems })
  try {
    const wallets = changes.map(({ system, address }) => ({ system, address }))
    const { currentPassword } = form.value
    if (wallets.length > 0) {
      const stored = await withStepUp(context, form.value, () =>
        upstream.userData.updateWallets({ wallets, currentPassword }),
      )
      const after = await panel(readWallets(upstream))
      // A success without a body may be a gateway's.
      if (!after && !stored) throw withoutEffect('userData.updateWallets', context.requestId)
      if (after && !areStored(changes, before, after))
        return invalid(form, { form: i18n.t('refusals:fallback.editing') })
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const now = isRefusedChange(error) ? await publicPanel(readWallets(upstream)) : null
    if (!areStoredAsTyped(changes, now)) {
      const fields = refusedFields(error, changes, i18n)
      if (Object.keys(fields).length > 0) return invalid(form, { fields, status: formStatus(error) })
      return refused(context, form, error, { fallback: 'editing', fieldOf: stepUpFieldOf })
    }
  }
  flash.set('dataUpdated')
  return redirect(paths.settings('payment-systems'), 303)
}

export default function PaymentSystemsPage() {
  const { wallets, lead, none } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('settings:wallets.title')} lead={lead} />
      {wallets.length > 0 ? (
        <WalletFields wallets={wallets} lastResult={answer?.lastResult} />
      ) : (
        <EmptyState icon="wallet" title={none.title}>
          {none.text}
        </EmptyState>
      )}
    </Stack>
  )
}
