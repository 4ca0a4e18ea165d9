import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle, titleBy } from '~/framework/page'
import { titleOf as pageTitle } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { type NotificationDetail, langOf, titleOf } from '~/notifications/client/summary'
import {
  type WithBeginning,
  beginningForTitle,
  openNotification,
} from '~/notifications/server/open-notification.server'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import * as styles from '~/notifications/client/notification-body.css'

export const handle: PageHandle = {
  scripts: false,
  title: titleBy<NotificationDetail & WithBeginning & { isWhole: boolean }>(
    'notifications:one.pictureAlt',
    (one, i18n) =>
      pageTitle(
        i18n.t(one.isWhole ? 'notifications:one.pictureFull' : 'notifications:one.pictureAlt'),
        titleOf(i18n, one),
        one.beginning,
      ),
  ),
}

/** The picture of a notification, as wide as the page or in its own size, with its name and the way back. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const notification = await openNotification(context, id)
  if (notification.picture === null) throw new Response(null, { status: 404 })
  return {
    ...notification,
    ...beginningForTitle(context, notification),
    picture: notification.picture,
    isWhole: context.url.searchParams.get('size') === 'full',
  }
}

export default function NotificationPicture() {
  const { isWhole, ...notification } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t } = i18n
  const name = t('notifications:one.pictureAlt')
  const image = {
    src: notification.picture,
    alt: notification.pictureAlt ?? name,
    lang: notification.pictureAlt === null ? undefined : langOf(i18n, notification),
  }
  return (
    <Stack gap={5}>
      <PageHeader
        title={name}
        back={{ href: paths.notification(notification.id), label: titleOf(i18n, notification) }}
      />
      <p>
        {isWhole ? (
          <Link href={paths.notificationView(notification.id)}>{t('notifications:one.pictureFit')}</Link>
        ) : (
          <Link href={paths.notificationView(notification.id, { size: 'full' })}>
            {t('notifications:one.pictureFull')}
          </Link>
        )}
      </p>
      {isWhole ? (
        <div className={styles.scrolled} role="group" aria-label={name} tabIndex={0}>
          <img {...image} className={styles.whole} />
        </div>
      ) : (
        <img {...image} />
      )}
    </Stack>
  )
}
