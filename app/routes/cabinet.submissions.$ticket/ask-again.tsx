import { useLocation } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { useRefreshing } from '~/framework/refresh'
import { useI18n } from '~/locale/context'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'

/** Asks again by a link, and where scripts run by itself, as long as somebody looks. */
export function AskAgain() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )

  useRefreshing()

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
