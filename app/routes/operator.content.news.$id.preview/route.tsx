import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NewsState } from '~/content/news-state'
import { type ContentReply } from '~/content/edit.server'
import { languages } from '~/contract/languages'
import { type RequestContext } from '~/context'
import { invalid, parseForm } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerMoneyForm } from '~/money-forms/action.server'
import { publishingNews, withdrawingNews } from '~/money-forms/definitions/operator-content.server'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { NewsArticle } from '~/site/news-article'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Tabs } from '~/ui/tabs/tabs'
import { mayShow, sanitise } from '~/upstream/html/html.server'
import { requireExtension } from '~/upstream/settings.server'
import { StateForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('content:news.preview', ({ article }, { t }) =>
    titleOf(t('content:news.preview'), article.title),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const { upstream } = await requireNews(context)
  const item = await upstream.operator.newsItem({ id })
  const { title, summary, body, image, publishedAt, status, top, version } = item
  const { language } = context.i18n
  const { imageOrigins } = context.env
  const shown = mayShow(image, imageOrigins)
  const form = isOn(status) ? withdrawingNews : publishingNews
  return {
    ...{ id, status, top, version },
    article: {
      title: title[language],
      summary: summary[language],
      publishedAt,
      image: shown ? image : null,
      html: sanitise(body[language], imageOrigins),
    },
    /** The site shows pictures of known origins only. */
    isImageLeftOut: image !== null && !shown,
    submission: await context.idempotencyKeys.issue(form.name, id),
  }
}

/** On the site, or about to be. */
const isOn = (status: string) => status === 'published' || status === 'scheduled'

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  const { upstream } = await requireNews(context)
  const form = await parseForm(context, StateForm)
  if (!form.ok) return invalid(form)
  const { intent, version, state } = form.value
  async function problems() {
    const { status } = await upstream.operator.newsItem({ id })
    const isDone = isOn(status) === (intent === 'publish')
    // One that was scheduled goes on by itself.
    const isShown = state === '' || status === state || (isOn(status) && isOn(state))
    return isDone || isShown ? null : { '': context.i18n.t('refusals:code.changed_meanwhile') }
  }
  const options = { subject: id, problems }
  return intent === 'publish'
    ? answerMoneyForm(context, publishingNews, form, { values: { id, version }, ...options })
    : answerMoneyForm(context, withdrawingNews, form, { values: { id }, ...options })
}

async function requireNews(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'newsItem', 'publishNews', 'withdrawNews')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

/**
 * The item as the site shows it, in the language of the address, and the button that puts it there or takes it off. Its
 * title is the page's own heading, as it is on the site.
 */
export default function OperatorNewsPreview() {
  const { id, status, top, version, article, isImageLeftOut, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t, language } = useI18n()
  const intent = isOn(status) ? 'withdraw' : 'publish'
  return (
    <Stack gap={5}>
      <Cluster gap={4}>
        <Link href={operatorPaths.news()}>{t('content:pages.news.title')}</Link>
        <NewsState status={status} />
        {top && <Soft small>{t('content:news.isTop')}</Soft>}
      </Cluster>
      <Cluster gap={4}>
        <PostForm
          id="state"
          lastResult={reply?.lastResult}
          submission={reply?.submission ?? submission}
          width="full"
        >
          <HiddenFields values={{ intent, version, state: status }} />
          <SubmitButton variant={intent === 'publish' ? 'primary' : 'danger'}>
            {t(`content:news.${intent}`)}
          </SubmitButton>
        </PostForm>
        <ButtonLink href={operatorPaths.newsItem(id)}>{t('content:news.edit')}</ButtonLink>
        {status === 'published' && <Link href={paths.newsItem(id)}>{t('content:news.onSite')}</Link>}
      </Cluster>
      <Soft>{t(`content:news.${intent}Text`)}</Soft>
      {isImageLeftOut && <Alert meaning="warning">{t('content:imageLeftOut')}</Alert>}
      <Tabs
        label={t('content:preview.label')}
        items={languages.map((lng) => ({
          href: operatorPaths.newsPreview(id, { lng }),
          label: t(`content:preview.${lng}`),
          current: lng === language,
        }))}
      />
      <Card>
        <NewsArticle article={article} />
      </Card>
    </Stack>
  )
}
