import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { notMeTexts } from '~/identity/not-me-texts.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { useReportShown } from '~/notifications/client/context'
import { isReadByShowing, titleOf, type NotificationDetail } from '~/notifications/client/summary'
import { NotificationBody } from '~/notifications/client/notification-body'
import { answerableEvent } from '~/notifications/server/answerable-event.server'
import {
  type WithBeginning,
  beginningForTitle,
  openNotification,
  reportOpened,
  reportRead,
} from '~/notifications/server/open-notification.server'
import { TypeTag } from '~/notifications/client/type-tag'
import { titleOf as pageTitle } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'

export const handle: PageHandle = {
  title: titleBy<NotificationDetail & WithBeginning>('notifications:title', (one, i18n) =>
    pageTitle(titleOf(i18n, one), one.beginning),
  ),
}

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const notification = await openNotification(context, id)
  // Of no other type is there anything to answer.
  const event =
    notification.type === 'other' ? await panel(answerableEvent(await requireInvestor(context), id)) : null
  const beginning = beginningForTitle(context, notification)
  return { ...notification, ...beginning, answer: event && notMeTexts(context.i18n) }
}

/** Marks it read: on the way to its page, or when it is closed. */
export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  if (context.form?.get('intent') === 'open') {
    await reportOpened(context, id)
    return redirect(paths.notification(id), 303)
  }
  await reportRead(context, await requireInvestor(context), id)
  return redirect(paths.notifications(), 303)
}

export default function NotificationPage() {
  const notification = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, dateTime } = i18n
  const { id, type, createdAt, isRead, answer } = notification
  useReportShown(notification, isReadByShowing(notification))
  return (
    <Stack gap={5}>
      <PageHeader
        title={titleOf(i18n, notification)}
        tag={<TypeTag type={type} />}
        lead={given(createdAt, (at) => (
          <time dateTime={at}>{dateTime(at)}</time>
        ))}
        back={{ href: paths.notifications(), label: t('notifications:one.back') }}
      />
      <NotificationBody {...notification} />
      {answer && (
        <PostForm id="not-me" action={paths.notificationNotMe(id)}>
          <p>{answer.what}</p>
          <SubmitButton variant="danger">{answer.report}</SubmitButton>
        </PostForm>
      )}
      {isRead ? (
        <div>
          <ButtonLink href={paths.notifications()}>{t('common:action.close')}</ButtonLink>
        </div>
      ) : (
        <PostForm id="close">
          <SubmitButton variant="secondary">{t('common:action.close')}</SubmitButton>
        </PostForm>
      )}
    </Stack>
  )
}
