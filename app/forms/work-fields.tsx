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
 * What a form that makes us send messages carries beside its fields. While no work is due that is a hidden ticket. Else
 * the line says from when on the form passes, and where scripts run a script takes the line's place by a solution.
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
