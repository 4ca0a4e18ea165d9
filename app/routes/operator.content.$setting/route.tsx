import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, type ContentReply } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { DefaultButton } from '~/content/rows'
import { changesRows, withRowsChanged } from '~/content/rows.server'
import { type RequestContext } from '~/context'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { settingFields } from './fields'
import { type SettingName, settingNames } from './names'
import { settingForms } from './settings.server'

type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle = {
  title: titleBy<Data>('content:pages.company.title', ({ name }, { t }) => t(`content:pages.${name}.title`)),
  amounts: 'shown',
}

export async function loader({ context, params: { setting = '' } }: LoaderFunctionArgs) {
  const { upstream, form, name } = await requireSetting(context, setting)
  const { value, version } = await upstream.operator.setting({ key: form.key })
  return {
    name,
    version,
    // The team is a part of the company's facts, which have to be there first.
    isLacking: name === 'team' && value === null,
    defaults: form.typed(value, context.i18n.language) as Parameters<typeof PostForm>[0]['defaults'],
  }
}

export async function action({ context, params: { setting = '' } }: ActionFunctionArgs) {
  const { upstream, form: definition, name } = await requireSetting(context, setting)
  const schema = definition.schema(context.i18n.language)
  if (changesRows(context)) return withRowsChanged(context, schema)
  const form = await parseForm(context, schema)
  if (!form.ok) return invalid(form)
  const { key } = definition
  const { version = '' } = form.value as { version?: string } // a field of every setting's form
  const current = () => upstream.operator.setting({ key })
  return answerContentEdit(context, form, {
    version,
    async save(read) {
      // The rest of the value is that of the version that is replaced, or the edit is refused.
      const { value } = await current()
      const { proposal } = await upstream.operator.editSetting({
        key,
        value: definition.value(form.value, value),
        version: read,
      })
      context.flash.set(proposal ? 'changeProposed' : 'contentSaved')
      return redirect(operatorPaths.contentOf(name), 303)
    },
    current: async () => (await current()).version,
    fieldOf: definition.fieldOf,
  })
}

async function requireSetting(context: RequestContext, name: string) {
  const { upstream } = await requireOperator(context, 'setting', 'editSetting')
  await requireExtension(upstream, 'operator')
  if (!isSettingName(name)) throw new Response(null, { status: 404 })
  return { upstream, name, form: settingForms[name] }
}

const isSettingName = (name: string): name is SettingName => settingNames.some((one) => one === name)

/** One setting with real fields, both languages side by side. */
export default function OperatorSetting() {
  const { name, version, isLacking, defaults } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t } = useI18n()
  const Fields = settingFields[name]
  return (
    <Stack gap={6}>
      <PageHeader
        title={t(`content:pages.${name}.title`)}
        lead={t(`content:pages.${name}.lead`)}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
      />
      {isLacking ? (
        <EmptyState title={t('content:team.noCompany')}>
          <Link href={operatorPaths.contentOf('company')}>{t('content:pages.company.title')}</Link>
        </EmptyState>
      ) : (
        <PostForm lastResult={reply?.lastResult} defaults={{ ...defaults, version }} width="full">
          <DefaultButton>{t('content:save')}</DefaultButton>
          <ConflictAlert conflict={reply?.conflict} />
          <Kept name="version" />
          <Fields />
          <SubmitButton>{t('content:save')}</SubmitButton>
        </PostForm>
      )}
    </Stack>
  )
}
