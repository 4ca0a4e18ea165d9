import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type Factor } from '~/contract/extensions/second-factors'
import { answerEdit, changeOnce, isRefusal } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { factorPathsBeside } from '~/paths'
import { isAboutStepUp, withStepUp } from '~/session/step-up.server'
import { type Upstream } from '~/upstream/types'
import { requireFactors } from './access.server'
import { factorNameField } from './factor-fields.server'

const NameForm = z.object({ name: factorNameField, ...stepUpFields })

/** The intent is the button. */
const RemoveForm = z.object({ intent: z.literal('remove'), ...stepUpFields })

/** @throws a 404 for a factor that is not, or no longer, this account's */
export async function loadFactor(context: RequestContext, id: string | undefined) {
  const { upstream } = await requireFactors(context)
  return { name: (await factorOf(upstream, id)).name }
}

/** Two forms on one page: another name, and removing it. */
export async function editFactor(context: RequestContext, id: string | undefined) {
  const { upstream } = await requireFactors(context)
  return context.form?.get('intent') === 'remove'
    ? removeFactor(context, id)
    : renameFactor(context, await factorOf(upstream, id))
}

async function factorOf(upstream: Upstream, id: string | undefined): Promise<Factor> {
  const factor = await findFactor(upstream, id)
  if (!factor) throw new Response(null, { status: 404 })
  return factor
}

async function findFactor(upstream: Upstream, id: string | undefined): Promise<Factor | undefined> {
  const { items } = await upstream.secondFactors.list()
  return items.find((one) => one.id === id)
}

async function renameFactor(context: RequestContext, { id }: Factor) {
  const { upstream, flash, url } = context
  const form = await parseForm(context, NameForm)
  if (!form.ok) return invalid(form)
  const { name } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      await changeOnce(
        () => withStepUp(context, form.value, () => upstream.secondFactors.rename({ id, name })),
        async () => (await findFactor(upstream, id))?.name === name,
      )
      flash.set('dataUpdated')
      return redirect(factorPathsBeside(url.pathname).list, 303)
    },
    { fieldOf: stepUpFieldOf },
  )
}

/** A factor that is gone has been removed, also where the answer to it was lost, or the form is sent again. */
async function removeFactor(context: RequestContext, id: string | undefined) {
  const { upstream, flash, url } = context
  const form = await parseForm(context, RemoveForm)
  if (!form.ok) return invalid(form)
  const factor = await findFactor(upstream, id)
  const remove = async ({ id }: Factor) => {
    try {
      await withStepUp(context, form.value, () => upstream.secondFactors.remove({ id }))
    } catch (error) {
      if (!isRefusal(error) || isAboutStepUp(error)) throw error
      // If the list can't be read either, the failure is kept.
      if (await findFactor(upstream, id).catch(() => factor)) throw error
    }
  }
  return answerEdit(
    context,
    form,
    async () => {
      if (factor) await remove(factor)
      flash.set('factorRemoved')
      return redirect(factorPathsBeside(url.pathname).list, 303)
    },
    { fieldOf: stepUpFieldOf },
  )
}
