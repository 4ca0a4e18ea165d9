import { type LoaderFunctionArgs } from '@remix-run/node'
import { fileAnswer } from '~/server/file-answer.server'
import { failureAsText } from '~/server/failure-as-text.server'
import { refusePrefetch, requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'

/** A document that was handed in for verification. The upstream records each look at one. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  refusePrefetch(context)
  const { upstream } = await requireOperator(context, 'document')
  await requireExtension(upstream, 'operator')
  const { reader } = context
  return upstream.operator
    .document({ id }, { signal: reader.gone })
    .then((file) => fileAnswer(file, `document-${id}`, reader))
    .catch(failureAsText(context))
}
