import { CodeField } from '~/forms/code-field'
import { StepUpField } from '~/forms/step-up-field'
import { TextField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { intents } from './intent'
import { useDocumentFacts } from '~/framework/document'
import { type CodeWait } from '~/session/device.server'
import { Soft } from '~/ui/layout/layout'

interface FormProps {
  lastResult?: LastResult
}

export function Code({ lastResult }: FormProps) {
  const { t } = useI18n()
  return (
    <PostForm lastResult={lastResult}>
      <CodeField label={t('auth:phone.code')} hint={t('auth:phone.codeHint')} />
      <SubmitButton>{t('common:action.confirm')}</SubmitButton>
    </PostForm>
  )
}

export function Resend({ lastResult }: FormProps) {
  const { t } = useI18n()
  return (
    <PostForm id="resend" lastResult={lastResult}>
      <HiddenFields values={{ intent: intents.resend }} />
      <SubmitButton variant="secondary">{t('auth:phone.resend')}</SubmitButton>
    </PostForm>
  )
}

/** @param isFirst there is no number yet, so this is what the page is for */
export function Number({ isFirst, lastResult }: FormProps & { isFirst: boolean }) {
  const { t } = useI18n()
  const form = (
    <PostForm id="number" lastResult={lastResult}>
      <HiddenFields values={{ intent: intents.number }} />
      <TextField
        name="phone"
        type="tel"
        label={t('auth:register.phone')}
        hint={t('auth:register.phoneHint')}
        autoComplete="tel"
        maxLength={32}
      />
      <StepUpField hint={t('auth:phone.passwordHint')} />
      <SubmitButton variant={isFirst ? 'primary' : 'secondary'}>{t('auth:phone.sendCode')}</SubmitButton>
    </PostForm>
  )
  if (isFirst || lastResult) return form
  return <Disclosure title={t('auth:phone.otherNumber')}>{form}</Disclosure>
}

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

/** When another code can be requested: a time, and where scripts run a countdown. */
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
