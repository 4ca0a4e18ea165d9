import { type LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '~/paths'
import { UpstreamFailure } from '~/upstream/failure.server'
import { setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { securityTxt } from './security-txt.server'

/** A company without a contact has no such file. */
export async function loader({ context: { env, upstream } }: LoaderFunctionArgs) {
  const contact = env.securityContact ?? (await companyContact(upstream))
  if (!contact) throw new Response(null, { status: 404 })
  const { origin } = env.publicUrl
  return new Response(securityTxt({ contact, origin, path: paths.securityTxt(), now: Date.now() }), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

/** An address that could inject a line into the file is refused. */
async function companyContact(upstream: Upstream): Promise<string | null> {
  try {
    const { email } = await setting(upstream, 'contacts', { soon: true })
    return email && /^[^\s@]+@[^\s@]+$/.test(email) ? `mailto:${email}` : null
  } catch (error) {
    if (error instanceof UpstreamFailure && error.kind === 'not_found') return null
    throw error
  }
}
