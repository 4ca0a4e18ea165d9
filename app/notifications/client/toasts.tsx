import { useLocation } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Toast, ToastRegion } from '~/ui/toast/toast'
import { useOpenOver } from './context'
import { type NotificationSummary } from './summary'
import * as styles from './toasts.css'

/** A top-up is shown for six seconds, anything else for three. */
const displayMs = ({ type }: NotificationSummary): number => (type === 'refill' ? 6_000 : 3_000)

interface ToastsProps {
  toasts: readonly NotificationSummary[]
  hasEnded: boolean
  hide: ((id: string) => void) | undefined
}

/** The newest notifications. Their time is paused while the pointer or the focus is on one of them. */
export function Toasts({ toasts, hasEnded, hide }: ToastsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [isHeld, hold] = useState(false)
  const holdWhile = (states: string) => hold(list.current?.matches(states) ?? false)
  // An element under the pointer or with the focus can disappear without an event.
  useEffect(() => holdWhile(':hover, :focus-within'), [toasts])
  return (
    <ToastRegion>
      <div
        ref={list}
        className={styles.list}
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => holdWhile(':focus-within')}
        onFocus={() => hold(true)}
        onBlur={() => holdWhile(':hover')}
      >
        {toasts.map((summary) => (
          <NotificationToast key={summary.id} summary={summary} isHeld={isHeld} hide={hide} />
        ))}
        {hasEnded && <SessionEnded />}
      </div>
    </ToastRegion>
  )
}

interface NotificationToastProps extends Pick<ToastsProps, 'hide'> {
  summary: NotificationSummary
  isHeld: boolean
}

function NotificationToast({ summary, isHeld, hide }: NotificationToastProps) {
  const { t } = useI18n()
  const { id, type, text } = summary
  const end = useCallback(() => hide?.(id), [hide, id])
  useTime(displayMs(summary), isHeld, end)
  return (
    <Toast
      meaning={type === 'refill' ? 'success' : 'info'}
      actions={
        <>
          <ButtonLink href={paths.notification(id)} onClick={useOpenOver(id)} variant="quiet" size="small">
            {t('notifications:open')}
          </ButtonLink>
          <Button onClick={end} variant="quiet" size="small">
            {t('notifications:toast.hide')}
          </Button>
        </>
      }
    >
      <VisuallyHidden>{t(`notifications:types.${type}`)}: </VisuallyHidden>
      <p className={styles.text}>{text}</p>
    </Toast>
  )
}

/** It stays and the page remains, so that typed values can still be copied. */
function SessionEnded() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  return (
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
  )
}

/** Calls `end` after this time. The time is paused while the toast is held. */
function useTime(ms: number, isHeld: boolean, end: () => void): void {
  const left = useRef(ms)
  useEffect(() => {
    if (isHeld) return undefined
    const beganAt = performance.now()
    const timer = setTimeout(end, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - beganAt
    }
  }, [isHeld, end])
}
