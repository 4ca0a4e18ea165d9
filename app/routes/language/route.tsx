import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { languageKey, toLanguage } from '~/i18n/languages'
import { paths } from '~/paths'
import { safeRedirectTo } from '~/session/redirect-to.server'

/** Keeps the choice on this device and goes back to the page, without a language that its address named. */
export function action({ request, context }: ActionFunctionArgs) {
  const language = toLanguage(text(context.form?.get(languageKey)))
  if (language) context.device.keepLanguage(language)
  const back = text(context.form?.get('redirectTo')) ?? pathOf(request.headers.get('Referer'))
  return redirect(safeRedirectTo(back, paths.home()), 303)
}

export function loader() {
  return redirect(paths.home())
}

function text(field: FormDataEntryValue | null | undefined): string | null {
  return typeof field === 'string' ? field : null
}

/** The page that held the switch, without the language that its address may have named. */
function pathOf(referer: string | null): string | null {
  if (!referer || !URL.canParse(referer)) return null
  const { pathname, searchParams } = new URL(referer)
  searchParams.delete(languageKey)
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}
