import { type OpenSubmissionWarning } from '~/money-forms/open-submissions.server'
import { Alert } from '~/ui/alert/alert'
import { Link } from '~/ui/link/link'

/** What was sent and has no outcome yet: nobody should send it again before it has one. */
export function OpenSubmissions({ warnings }: { warnings: readonly OpenSubmissionWarning[] }) {
  return warnings.map(({ title, text, href, link }) => (
    <Alert key={href} meaning="warning" role="note" title={title}>
      <p>{text}</p>
      <Link href={href}>{link}</Link>
    </Alert>
  ))
}
