import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { languageKey, toLanguage } from '~/locale/languages'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { safeRedirectTo } from '~/session/redirect-to.server'

export const handle = { scripts: false, title: 'common:language.label' } satisfies PageHandle

/** Keeps the choice on this device and goes back to the page, without a language that its address named. */
export async function action({ request, context }: ActionFunctionArgs) {
  await takeOne(context)
  const language = toLanguage(text(context.form?.get(languageKey)))
  if (language) context.device.keepLanguage(language)
  const back = text(context.form?.get('redirectTo')) ?? pathOf(request.headers.get('Referer'))
  return redirect(safeRedirectTo(back, paths.home()), 303)
}

export function loader() {
  return redirect(paths.home())
}

/** The form has no token, so anyone can send it, within a limit. */
async function takeOne({ limits, clientAddress, i18n, requestId }: RequestContext): Promise<void> {
  const wait = await limits.take('publicForm', clientAddress)
  if (wait === null) return
  const page = { message: i18n.t('refusals:code.too_many_requests'), requestId }
  throw Response.json(page, { status: 429, headers: { 'Retry-After': String(wait) } })
}

/** A component, so that errors of this route show the error page. It is never rendered itself. */
export default function Language() {
  return null
}

function text(field: FormDataEntryValue | null | undefined): string | null {
  return typeof field === 'string' ? field : null
}

/** The page of the switch, without the language that its address may have named. */
function pathOf(referer: string | null): string | null {
  if (!referer || !URL.canParse(referer)) return null
  const { pathname, searchParams } = new URL(referer)
  searchParams.delete(languageKey)
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}
