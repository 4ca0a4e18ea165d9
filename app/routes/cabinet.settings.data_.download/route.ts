import { parseForm } from '~/forms/parse.server'
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { stepUpFields, stepUpField } from '~/forms/step-up-field.server'
import { isRefusal } from '~/forms/edit.server'
import { textStream } from '~/server/text-stream.server'
import { paths } from '~/paths'
import { asksForStepUp, stepUpQuestionOf, stepUpQuestions, withStepUp } from '~/session/step-up.server'
import { requireInvestor } from '~/session/guards.server'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { wholeExport } from './whole-export.server'

const DownloadForm = z.object(stepUpFields)

/**
 * All personal data of the investor, as a file. A refusal redirects to the page, which shows it: this address has no
 * page of its own.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  const form = await parseForm(context, DownloadForm)
  if (!form.ok) {
    // What was typed is too long to be right: it is answered as wrong, at the field that the page has.
    const stepUp = stepUpQuestions.find((one) => one === context.form?.get(stepUpField)) ?? 'password'
    const download = stepUp === 'password' ? 'password_wrong' : 'factor_code_invalid'
    return redirect(paths.settings('data', { stepUp, download }), 303)
  }
  const { currentPassword } = form.value
  try {
    const held = await withStepUp(context, form.value, () => upstream.account.export({ currentPassword }))
    const name = `${login}-${upstream.now().toISOString().slice(0, 10)}.json`
    const { reader } = context
    return new Response(textStream(wholeExport(held, upstream, reader), reader.gone), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return redirect(paths.settings('data', answerOf(error, form.value[stepUpField])), 303)
  }
}

/** What the page shows. @param requested what it asked for already */
function answerOf(failure: UpstreamFailure, requested: string | undefined) {
  const stepUp = stepUpQuestionOf(failure)
  if (stepUp !== null) {
    const isFirst = asksForStepUp(failure) && stepUp !== requested
    return { stepUp, ...(!isFirst && { download: failure.code }) }
  }
  if (failure.kind !== 'rate_limited') return { failed: 1 as const }
  return { stepUp: requested, download: 'too_many_requests', wait: failure.retryAfter }
}

/** Where signing in again leads back to. */
export function loader() {
  return redirect(paths.settings('data'))
}
