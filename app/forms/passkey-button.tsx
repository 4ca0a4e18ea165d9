import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentFacts, useHasScripts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { Soft } from '~/ui/layout/layout'

interface PasskeyButtonProps {
  /** The field of the form that is filled with the credential. */
  field: string
  /** `create` by these options, with the text for a device that has one already; or `prove` by those at the address. */
  ceremony: { create: string; known: string } | { prove: string }
  /** Also offers passkeys in the list of the field for the login. */
  inAutofill?: boolean
  /** It is the one main action of its page. */
  isPrimary?: boolean
  children: ReactNode
}

/**
 * A button that makes or proves a passkey and sends its form. It needs a script, so without one it is not there; its script is
 * loaded with it and nowhere else.
 */
export function PasskeyButton({ field, ceremony, inAutofill, isPrimary, children }: PasskeyButtonProps) {
  const { t } = useI18n()
  const { nonce, islandHref } = useDocumentFacts()
  const hasScripts = useHasScripts()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = part.current!.querySelector('button')!
    void import('./passkey-ceremony').then(({ attachPasskey }) => attachPasskey(button))
  }, [])
  const script = hasScripts ? null : islandHref?.('passkey')
  return (
    <div ref={part}>
      <input type="hidden" name={field} />
      <Button
        type="button"
        icon="lock"
        variant={isPrimary ? 'primary' : 'secondary'}
        hidden
        data-field={field}
        data-failed={t('settings:stepUp.passkeyFailed')}
        {...('create' in ceremony
          ? { 'data-ceremony': 'create', 'data-options': ceremony.create, 'data-known': ceremony.known }
          : { 'data-ceremony': 'prove', 'data-options-from': ceremony.prove })}
        {...(inAutofill && { 'data-autofill': '' })}
      >
        {children}
      </Button>
      <Soft role="status" small />
      {script && <script type="module" src={script} nonce={nonce} />}
    </div>
  )
}
