import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { Progress } from '~/ui/progress/progress'
import { type SendingProblem, type SendingProgress } from './use-hand-in'

interface SendingProps {
  progress: SendingProgress | null
  problem: SendingProblem | null
  cancel: () => void
}

const meanings: Record<SendingProblem, Meaning> = {
  failed: 'danger',
  cancelled: 'info',
  unanswered: 'warning',
}

/** How far the files have come, where scripts run, and a way to stop them until all of them are on their way. */
export function Sending({ progress, problem, cancel }: SendingProps) {
  const { t, percent } = useI18n()
  if (problem) {
    return (
      <Alert
        meaning={meanings[problem]}
        role="alert"
        title={t(problem === 'failed' ? 'errors:fallback.verification' : `settings:verification.${problem}`)}
      >
        <p>{t(`settings:verification.${problem}Text`)}</p>
        {problem === 'unanswered' && (
          <Link href={paths.settings('verification')}>{t('settings:verification.look')}</Link>
        )}
      </Alert>
    )
  }
  if (!progress) return null
  const hundredths = Math.floor((100 * progress.sent) / progress.total)
  const isSent = progress.sent >= progress.total
  return (
    <Stack gap={3}>
      <Progress
        value={hundredths}
        max={100}
        label={t(isSent ? 'settings:verification.taken' : 'settings:verification.sending')}
        rest={percent(String(hundredths))}
      />
      {!isSent && (
        <div>
          <Button variant="quiet" onClick={cancel}>
            {t('settings:verification.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
