import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { useI18n } from '~/locale/context'
import { Banner, Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { type FlashKey } from '~/session/flash.server'
import { PageHeader } from '~/ui/page-header/page-header'

/** What has become of a form, on the page after it. Its text comes with the page: the browser has none of them. */
export interface FlashMessage {
  key: FlashKey
  text: string
  meaning: 'success' | 'warning'
}

/** On every page while a demonstration answers. */
export function DemoBanner() {
  const i18n = useI18n()
  return <Banner>{i18n.t('common:demo.banner')}</Banner>
}

export function FlashAlert({ flash }: { flash: FlashMessage | null }) {
  // The time of the next message begins anew.
  const { key } = useLocation()
  return flash && <Alert key={key} meaning={flash.meaning} role="status" title={flash.text} />
}

/** Replaces the page after a form when that page fails: the form itself has succeeded. */
export function DoneButPageFailed({ flash }: { flash: FlashMessage }) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  return (
    <Stack gap={5} width="reading">
      <PageHeader title={flash.text} />
      <FailedPanel />
      <div>
        <ButtonLink href={pathname + search}>{t('cabinet:submissions.check')}</ButtonLink>
      </div>
    </Stack>
  )
}

/** In place of a part that did not answer. */
export function FailedPanel() {
  const { t } = useI18n()
  return (
    <Alert meaning="warning" title={t('cabinet:dashboard.failed')}>
      {t('cabinet:dashboard.failedText')}
    </Alert>
  )
}

/**
 * The server sends a flash message once; this keeps it while its page's data is refetched, and not for the next page, which may be
 * shown with the data of the one before it.
 */
export function useKeptFlash(flash: FlashMessage | null): FlashMessage | null {
  const { key } = useLocation()
  const [kept, keep] = useState({ key, flash, sent: flash })
  const isNew = flash !== null && flash !== kept.sent
  const isOnItsPage = kept.key === key
  if (isNew) keep({ key, flash, sent: flash })
  else if (!isOnItsPage) keep({ ...kept, key, flash: null })
  if (isNew) return flash
  return isOnItsPage ? kept.flash : null
}
