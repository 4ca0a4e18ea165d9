import { type LastResult } from '~/forms/parse.server'
import { PasskeyButton } from '~/forms/passkey-button'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { NameFactor } from '~/identity/second-factors/name-factor'
import { RecoveryCodes } from '~/identity/second-factors/recovery-codes'
import { useFactorPaths } from '~/identity/second-factors/use-factor-paths'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { WithoutScripts } from '~/ui/without-scripts/without-scripts'
import { type PendingPasskey } from './add-passkey.server'

/** What the page's form was answered with. */
export type PasskeyAnswer =
  | { lastResult: LastResult }
  | { pending: PendingPasskey }
  | { recoveryCodes: string[] }

/** Adds a passkey: its name, the browser's own dialog, and the recovery codes that a first factor brings. */
export function AddPasskeyPage({ answer }: { answer?: PasskeyAnswer }) {
  const { t } = useI18n()
  const { list } = useFactorPaths()
  if (answer && 'recoveryCodes' in answer)
    return (
      <Stack gap={6} width="reading">
        <PageHeader title={t('security:recovery.title')} lead={t('security:recovery.first')} />
        <RecoveryCodes codes={answer.recoveryCodes} />
      </Stack>
    )
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('security:passkey.title')}
        lead={t('security:passkey.lead')}
        back={{ href: list, label: t('security:title') }}
      />
      {answer && 'pending' in answer ? (
        <MakePasskey pending={answer.pending} />
      ) : (
        <NameFactor lastResult={answer?.lastResult} suggestion={t('security:passkey.nameDefault')} />
      )}
    </Stack>
  )
}

function MakePasskey({ pending: { name, options } }: { pending: PendingPasskey }) {
  const { t } = useI18n()
  const { addTotp } = useFactorPaths()
  return (
    <Stack gap={5}>
      <p>{t('security:passkey.next')}</p>
      <PostForm>
        <HiddenFields values={{ intent: 'made', name }} />
        <PasskeyButton
          isPrimary
          field="credential"
          ceremony={{ create: options, known: t('security:passkey.known') }}
          label={t('security:passkey.make')}
        />
      </PostForm>
      <WithoutScripts>
        <p>
          {t('security:passkey.needsScript')} <Link href={addTotp}>{t('security:totp.title')}</Link>
        </p>
      </WithoutScripts>
    </Stack>
  )
}
