import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { paths, type SettingsPage } from '~/paths'
import { hasDataPage } from '~/identity/own-data.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { Tabs } from '~/ui/tabs/tabs'
import { panel } from '~/upstream/panel.server'
import { extensionsOf, securityExtensions } from '~/upstream/settings.server'

const pages = [
  'profile',
  'payment-systems',
  'password',
  'security',
  'verification',
  'language',
  'sessions',
  'activity',
  'data',
] as const satisfies SettingsPage[]

/** Some pages exist only with an upstream that supports them; while it can't be read they are listed. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [extensions, hasData] = await Promise.all([panel(extensionsOf(upstream)), hasDataPage(upstream)])
  const has = (name: string) => extensions?.has(name) ?? true
  return {
    security: securityExtensions.some(has),
    sessions: has('sessions'),
    activity: has('activity'),
    data: hasData,
  }
}

/** The pages of the settings, each with its own heading below their tabs. */
export default function SettingsLayout() {
  const shown: Partial<Record<SettingsPage, boolean>> = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <Tabs
        label={t('settings:title')}
        items={pages
          .filter((page) => shown[page] ?? true)
          .map((page) => {
            const href = paths.settings(page)
            const current = pathname === href || pathname.startsWith(`${href}/`)
            return { href, label: t(`settings:tab.${page}`), current }
          })}
      />
      <Outlet />
    </Stack>
  )
}
