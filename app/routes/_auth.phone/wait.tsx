import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { type CodeWait } from '~/session/device.server'
import { Soft } from '~/ui/layout/layout'

/**
 * The page's one script: it turns the time into seconds that count down, and is gone when they are. Written as it is
 * sent, for a page without hydration compiles nothing for the browser.
 */
const countDown = `
{
  const line = document.getElementById('resend-wait')
  const end = performance.now() + line.dataset.seconds * 1000
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000)
    line.hidden = left <= 0
    line.textContent = line.dataset.text.replace('{seconds}', left)
    if (left > 0) setTimeout(tick, 250)
  }
  tick()
}`

/** When another code can be asked for: at a time, and where scripts run in so many seconds. */
export function Wait({ seconds, until }: CodeWait) {
  const { t, time } = useI18n()
  const { nonce } = useDocumentFacts()
  return (
    <>
      <Soft
        small
        id="resend-wait"
        data-seconds={seconds}
        data-text={t('auth:phone.resendIn', { seconds: '{seconds}' })}
      >
        {t('auth:phone.resendAt', { time: time(until) })}
      </Soft>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: countDown }} />
    </>
  )
}
