import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { parseForm } from '~/forms/parse.server'
import { isRefusal } from '~/forms/edit.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'
import { FileForm } from './form.server'

/** A file for the signer. A refusal leads to the page of the batch, which shows it: this address has no page. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'downloadBatch')
  await requireExtension(upstream, 'batches')
  const form = await parseForm(context, FileForm)
  if (!form.ok) return redirect(operatorPaths.batch(id), 303)
  try {
    const { name, text } = await upstream.operator.downloadBatch({ id, file: form.value.file })
    return new Response(text, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
      },
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return redirect(operatorPaths.batch(id, { refused: error.code ?? 'internal' }), 303)
  }
}

/** Where signing in again leads back to. */
export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  return redirect(operatorPaths.batch(id))
}
