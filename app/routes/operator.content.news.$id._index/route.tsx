import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { BothLanguages } from '~/content/both-languages'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, digestOf, type ContentReply } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { typedTick } from '~/content/typed'
import { type RequestContext } from '~/context'
import { TextField, TickField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { creatingNews } from '~/money-forms/definitions/operator-content.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { NewsForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('content:news.editTitle', ({ item }, { t }) =>
    item ? titleOf(t('content:news.editTitle'), item.title) : t('content:news.new'),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

/** The address of a new item, which has no id yet. */
const newId = 'new'

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requireNews(context)
  if (id === newId) {
    const submission = await context.idempotencyKeys.issue(creatingNews.name)
    return { item: null, defaults: {}, submission }
  }
  const { title, summary, body, image, top, version, status } = await upstream.operator.newsItem({ id })
  return {
    item: { id, status, title: title[context.i18n.language] },
    defaults: { title, summary, body, image, top: typedTick(top), version },
    submission: undefined,
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  const { upstream } = await requireNews(context)
  const form = await parseForm(context, NewsForm)
  const isNew = id === newId
  if (!form.ok)
    return invalid(form, {
      submission: isNew ? await context.idempotencyKeys.issue(creatingNews.name) : undefined,
    })
  const { version, image, ...texts } = form.value
  const draft = { ...texts, image: image || null }
  if (isNew) {
    const values = { titleRu: texts.title.ru, titleEn: texts.title.en, digest: digestOf(draft) }
    const sent = { ...draft, publishedAt: null }
    return answerMoneyForm(context, creatingNews, form, { values, sent })
  }
  return answerContentEdit(context, form, {
    version,
    async save(read) {
      await upstream.operator.editNews({ id, ...draft, version: read })
      context.flash.set('contentSaved')
      return redirect(operatorPaths.newsPreview(id), 303)
    },
    current: async () => (await upstream.operator.newsItem({ id })).version,
  })
}

async function requireNews(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'newsItem', 'createNews', 'editNews')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

/** A draft in both languages; its preview, from which it is published, comes next. */
export default function OperatorNewsForm() {
  const { item, defaults, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t(item ? 'content:news.editTitle' : 'content:news.new')}
        back={
          item
            ? { href: operatorPaths.newsPreview(item.id), label: t('content:news.preview') }
            : { href: operatorPaths.news(), label: t('content:pages.news.title') }
        }
      />
      {item?.status === 'published' && <Alert meaning="warning">{t('content:news.isLive')}</Alert>}
      <PostForm
        lastResult={reply?.lastResult}
        submission={reply?.submission ?? submission}
        defaults={defaults}
        width="full"
      >
        <ConflictAlert conflict={reply?.conflict} />
        <Kept name="version" />
        <BothLanguages name="title" label={t('content:news.title')} maxLength={300} />
        <BothLanguages name="summary" label={t('content:news.summary')} maxLength={1000} rows={3} />
        <BothLanguages
          name="body"
          label={t('content:news.body')}
          hint={t('content:html')}
          maxLength={100_000}
          rows={16}
        />
        <TextField
          name="image"
          type="url"
          label={t('content:news.image')}
          hint={t('content:imageHint')}
          autoComplete="off"
          maxLength={2048}
          optional
        />
        <TickField name="top" title={t('content:news.top')} />
        <SubmitButton>
          {t(item?.status === 'published' ? 'content:news.saveLive' : 'content:news.save')}
        </SubmitButton>
        <Soft small>{t('content:news.next')}</Soft>
      </PostForm>
    </Stack>
  )
}
