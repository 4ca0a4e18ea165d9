import { useEffect, useRef } from 'react'
import { useDocumentFacts, useHasScripts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { buttonClass } from '~/ui/button/button'
import { Icon } from '~/ui/icon/icon'
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
  label: string
}

/**
 * The place of a button that makes or proves a passkey and sends its form. Its script makes the button, since text browsers
 * show every button of a page, also a hidden one; the script is loaded with it and nowhere else.
 */
export function PasskeyButton({ field, ceremony, inAutofill, isPrimary, label }: PasskeyButtonProps) {
  const { t } = useI18n()
  const { nonce, islandHref } = useDocumentFacts()
  const hasScripts = useHasScripts()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = part.current!.querySelector<HTMLElement>('[data-ceremony]')!
    void import('./passkey-ceremony').then(({ attachPasskey }) => attachPasskey(place))
  }, [])
  const script = hasScripts ? null : islandHref?.('passkey')
  return (
    <div ref={part}>
      <input type="hidden" name={field} />
      <div
        hidden
        data-label={label}
        data-class={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}
        data-field={field}
        data-failed={t('settings:stepUp.passkeyFailed')}
        {...('create' in ceremony
          ? { 'data-ceremony': 'create', 'data-options': ceremony.create, 'data-known': ceremony.known }
          : { 'data-ceremony': 'prove', 'data-options-from': ceremony.prove })}
        {...(inAutofill && { 'data-autofill': '' })}
      >
        <Icon name="lock" />
      </div>
      <Soft role="status" small />
      {script && <script type="module" src={script} nonce={nonce} />}
    </div>
  )
}
