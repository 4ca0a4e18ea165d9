import { type LastResult } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { QrCode } from '~/investments/qr-code'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { FactorCodeField } from './factor-code-field'
import { NameFactor } from './name-factor'
import { RecoveryCodes } from './recovery-codes'
import { type PendingTotp } from './totp.server'
import { useFactorPaths } from './use-factor-paths'

/** What the page's form was answered with. */
export type TotpAnswer =
  | { lastResult: LastResult; pending?: PendingTotp }
  | { pending: PendingTotp }
  | { recoveryCodes: string[] }

/** Adds an authenticator app: its name, its secret, its first code, and the recovery codes that a first factor brings. */
export function AddTotpPage({ answer }: { answer?: TotpAnswer }) {
  const { t } = useI18n()
  const { list } = useFactorPaths()
  const back = { href: list, label: t('security:title') }
  if (answer && 'recoveryCodes' in answer)
    return (
      <Stack gap={6} width="reading">
        <PageHeader title={t('security:recovery.title')} lead={t('security:recovery.first')} />
        <RecoveryCodes codes={answer.recoveryCodes} />
      </Stack>
    )
  const lastResult = answer && 'lastResult' in answer ? answer.lastResult : undefined
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('security:totp.title')} lead={t('security:totp.lead')} back={back} />
      {answer && 'pending' in answer && answer.pending ? (
        <ConfirmApp pending={answer.pending} lastResult={lastResult} />
      ) : (
        <NameFactor lastResult={lastResult} suggestion={t('security:totp.nameDefault')} />
      )}
    </Stack>
  )
}

/** The secret as a picture, as a link for the device itself, and as text in groups of four. */
function ConfirmApp({ pending, lastResult }: { pending: PendingTotp; lastResult?: LastResult }) {
  const { id, secret, uri, qr } = pending
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <p>{t('security:totp.scan')}</p>
      <QrCode drawing={qr} label={t('security:totp.qr')} />
      <p>
        {t('security:totp.typeSecret')} <Address value={secret} />
      </p>
      <p>
        <Link href={uri}>{t('security:totp.openApp')}</Link>
      </p>
      <PostForm lastResult={lastResult}>
        <HiddenFields values={{ intent: 'confirm', id, secret, uri }} />
        <FactorCodeField hint={t('security:totp.codeHint')} />
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
