import { type LoaderFunctionArgs } from '@remix-run/node'
import { fileAnswer } from '~/server/file-answer.server'
import { failureAsText } from '~/server/failure-as-text.server'
import { refusePrefetch, requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'

/** The résumé of an application. The upstream records each look at one. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  refusePrefetch(context)
  const { upstream } = await requireOperator(context, 'resume')
  await requireExtension(upstream, 'applications')
  const { reader } = context
  return upstream.operator
    .resume({ id }, { signal: reader.gone })
    .then((file) => fileAnswer(file, `resume-${id}`, reader))
    .catch(failureAsText(context))
}
