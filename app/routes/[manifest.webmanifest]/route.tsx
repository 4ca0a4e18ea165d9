import { paths } from '~/paths'
import { brand } from '~/ui/theme/brand'

/** The installable app: its name, where it starts, its mark. */
export function loader() {
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: paths.shell(),
    scope: paths.home(),
    display: 'standalone',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
