import { passwordErrors } from '~/contract/errors'
import { tooOftenText } from '~/locale/too-often'
import { errorText } from '~/locale/error-text'
import { type RequestContext } from '~/context'

/** The parts of the page around the button, where the password is requested. */
export interface DownloadAnswer {
  /** The error of the typed password; null if there is none. */
  password: string | null
  /** Why no file can be made, regardless of the password; null if it can. */
  form: string | null
}

const maxWaitS = 86_400

/** The refusal of a file, from the page's address: the file has no page of its own. Null: no refusal. */
export function downloadAnswer({ url, i18n }: Pick<RequestContext, 'url' | 'i18n'>): DownloadAnswer | null {
  const failed = url.searchParams.get('download')
  if (failed === 'asked') return { password: null, form: null }
  if (failed === 'too_many_requests') {
    const wait = Number(url.searchParams.get('wait'))
    return { password: null, form: tooOftenText(i18n, wait > 0 && wait <= maxWaitS ? wait : undefined) }
  }
  const code = passwordErrors.find((one) => one === failed)
  return code ? { password: errorText(i18n, code) ?? null, form: null } : null
}
