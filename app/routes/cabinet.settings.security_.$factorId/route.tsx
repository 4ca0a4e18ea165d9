import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { FactorPage } from '~/identity/second-factors/factor-page'
import { editFactor, loadFactor } from '~/identity/second-factors/factor.server'

export const handle: PageHandle = {
  title: titleBy<{ name: string }>('security:factor.title', ({ name }, { t }) =>
    titleOf(t('security:factor.title'), name),
  ),
  scripts: false,
}

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadFactor(context, params['factorId'])
}

export function action({ context, params }: ActionFunctionArgs) {
  return editFactor(context, params['factorId'])
}

export default function FactorRoute() {
  const { name } = useLoaderData<typeof loader>()
  return <FactorPage name={name} lastResult={useActionData<typeof action>()?.lastResult} />
}
