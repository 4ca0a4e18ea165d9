import { useLocation } from '@remix-run/react'
import { Toast as Parts } from 'radix-ui'
import { type FocusEvent, useRef } from 'react'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Toast } from '~/ui/toast/toast'
import { useOpenOver } from './context'
import { type Inbox } from './inbox'
import { type NotificationSummary, langOf } from './summary'
import * as styles from './toasts.css'

/** A top-up is shown for six seconds, anything else for three. */
const displayMs = ({ type }: NotificationSummary): number => (type === 'refill' ? 6_000 : 3_000)

/** As many as a phone shows over its page; the rest is a number that leads to the list. */
const onPhone = 2

interface ToastsProps {
  toasts: readonly NotificationSummary[]
  hasEnded: boolean
  inbox: Inbox
}

/**
 * The newest notifications, announced by Radix's toasts: their time is paused while the pointer or the focus is on one
 * of them or the window is not the active one, a swipe hides them, and F8 leads to them.
 */
export function Toasts({ toasts, hasEnded, inbox }: ToastsProps) {
  const { t, number } = useI18n()
  const more = toasts.length + Number(hasEnded) - onPhone
  /** Where the focus was before it came to the toasts. */
  const before = useRef<HTMLElement | null>(null)
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget
  }
  const dismiss = (id: string) => {
    before.current?.focus({ preventScroll: true })
    inbox.hide(id)
  }
  return (
    <Parts.Provider label={t('notifications:title')} swipeDirection="right">
      {toasts.map((summary) => (
        <NotificationToast key={summary.id} summary={summary} inbox={inbox} dismiss={dismiss} />
      ))}
      {hasEnded && <SessionEnded />}
      <div className={styles.region} onFocus={noteFocus}>
        {more > 0 && (
          <Link href={paths.notifications()} className={styles.more}>
            +{number(more)}
            <VisuallyHidden> {t('notifications:title')}</VisuallyHidden>
          </Link>
        )}
        <Parts.Viewport
          role="list"
          label={`${t('notifications:title')} ({hotkey})`}
          className={styles.list}
        />
      </div>
    </Parts.Provider>
  )
}

interface NotificationToastProps extends Pick<ToastsProps, 'inbox'> {
  summary: NotificationSummary
  /** Hides it at a press, and gives the focus back. */
  dismiss: (id: string) => void
}

function NotificationToast({ summary, inbox, dismiss }: NotificationToastProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { id, type, text } = summary
  /** Called again as others come and go, which may bring it onto a phone's screen. */
  const noteDisplay = (element: HTMLElement | null) => {
    if (element && element.getClientRects().length > 0) inbox.displayed(summary)
  }
  return (
    <Parts.Root
      open
      type="background"
      duration={displayMs(summary)}
      onOpenChange={() => inbox.hide(id)}
      className={styles.toast}
    >
      <Toast
        meaning={type === 'refill' ? 'success' : 'info'}
        actions={
          <>
            <ButtonLink href={paths.notification(id)} onClick={useOpenOver(id)} variant="quiet" size="small">
              {t('notifications:open')}
            </ButtonLink>
            <Button onClick={() => dismiss(id)} variant="quiet" size="small">
              {t('notifications:toast.hide')}
            </Button>
          </>
        }
      >
        <VisuallyHidden>{t(`notifications:types.${type}`)}: </VisuallyHidden>
        <p ref={noteDisplay} className={styles.text} lang={langOf(i18n, summary)}>
          {text}
        </p>
      </Toast>
    </Parts.Root>
  )
}

/** It stays and the page remains, so that typed values can still be copied. */
function SessionEnded() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  return (
    <Parts.Root open duration={Infinity} className={styles.toast}>
      <Toast
        meaning="warning"
        actions={
          <a href={paths.login({ redirectTo: pathname + search, ended: 1 })} className={styles.signIn}>
            {t('notifications:ended.signIn')}
          </a>
        }
      >
        <p>{t('errors:code.unauthorized')}</p>
      </Toast>
    </Parts.Root>
  )
}
