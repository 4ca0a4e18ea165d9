import { type ActionFunctionArgs, type LoaderFunctionArgs, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RadioField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { languages } from '~/contract/languages'
import { languageKey, languageNames } from '~/locale/languages'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { LanguageForm, sendLanguageUpstream } from './language.server'

export const handle: PageHandle = { title: 'security:language.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  await requireInvestor(context)
  return { language: context.i18n.language }
}

/**
 * The device stores the choice first, so it applies even if the upstream fails. Another language needs another
 * document.
 */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireInvestor(context)
  const form = await parseForm(context, LanguageForm)
  if (!form.ok) return invalid(form)
  const language = form.value[languageKey]
  context.device.keepLanguage(language)
  const user = await sendLanguageUpstream(context, investor, language)
  if (user) await context.session.updateUser(user)
  context.flash.set(user ? 'dataUpdated' : 'languageKeptHere')
  return redirectDocument(paths.settings('language'), 303)
}

export default function LanguagePage() {
  const { language } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:language.title')} lead={t('security:language.lead')} />
      <PostForm lastResult={answer?.lastResult} defaults={{ [languageKey]: language }}>
        <RadioField
          name={languageKey}
          label={t('common:language.label')}
          choices={languages.map((value) => ({
            value,
            title: <span lang={value}>{languageNames[value]}</span>,
          }))}
        />
        <SubmitButton>{t('settings:save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
