import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type LastResult } from './parse.server'
import { answersFile, isAlikeForAllAccounts } from '~/session/form-addresses.server'
import { isTokenOfAnother } from '~/session/vault.server'

/**
 * A form whose page was opened in one account does nothing in another, which somebody has signed in to meanwhile in the
 * same browser: documents, personal data and passwords would go to whom they are not of. A form with an idempotency key
 * comes back with what was typed, by the account that the key was issued to (`app/money-forms/outcome.server.ts`).
 * @throws Response 303 to the page of a form that is answered by a file; else 409 with the words of an error page, and with the
 * error of the form for a script that sends its page's form itself
 */
export function refuseFormOfAnotherAccount({
  form,
  session,
  i18n,
  url,
  requestId,
  flash,
}: Pick<RequestContext, 'form' | 'session' | 'i18n' | 'url' | 'requestId' | 'flash'>): void {
  const token = form?.get('formToken')
  const { user } = session
  if (!user || typeof token !== 'string' || !isTokenOfAnother(token, user.id)) return
  if (form?.has('submission') || isAlikeForAllAccounts(url.pathname)) return
  if (answersFile(url.pathname)) {
    flash.set('formOfAnotherAccount')
    throw redirect(url.pathname, 303)
  }
  const message = i18n.t('refusals:request.form_account', { login: user.login })
  const freshPage = { href: url.pathname, label: i18n.t('refusals:request.openAnew') }
  const lastResult: LastResult = { status: 'error', error: { '': [message] } }
  throw Response.json({ message, freshPage, requestId, lastResult }, { status: 409 })
}
