import { useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { answersHere } from '~/frame/ask-own-server'
import { useI18n } from '~/i18n/context'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'

const everyMs = 3_000

/** Asks again by a link, and where scripts run by itself, as long as somebody looks. */
export function AskAgain() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const isUnderWay = useNavigation().state !== 'idle'
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )

  useEffect(() => {
    if (isUnderWay) return undefined
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void answersHere().then((does) => does && revalidate())
    }, everyMs)
    return () => clearInterval(asking)
  }, [isUnderWay, revalidate])

  return (
    <Stack gap={2}>
      <div>
        <ButtonLink href={pathname} variant="primary">
          {t('cabinet:submissions.check')}
        </ButtonLink>
      </div>
      <Soft small>{t(isScripted ? 'cabinet:submissions.alone' : 'cabinet:submissions.noScripts')}</Soft>
    </Stack>
  )
}
