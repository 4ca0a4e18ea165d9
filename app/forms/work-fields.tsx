import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { type WorkFields as Fields } from './proof-of-work.server'

interface WorkFieldsProps {
  work: Fields
  /** The address of the script that solves the puzzle; null where it has not been built. */
  script: string | null
}

/**
 * The hidden ticket of a form that makes us send messages. When work is due, a line shows from when the form passes;
 * where scripts run, a script solves the puzzle instead.
 */
export function WorkFields({ work: { ticket, due }, script }: WorkFieldsProps) {
  const { t, time } = useI18n()
  const { nonce } = useDocumentFacts()
  return (
    <>
      <input type="hidden" name="workTicket" value={ticket} />
      {due && (
        <>
          <input
            type="hidden"
            name="workSolution"
            data-salt={due.puzzle.salt}
            data-iterations={due.puzzle.iterations}
            data-bits={due.puzzle.bits}
            data-working={t('auth:work.working')}
          />
          <Soft role="status">{t('auth:work.from', { time: time(due.from) })}</Soft>
          {script && <script type="module" src={script} nonce={nonce} />}
        </>
      )}
    </>
  )
}
