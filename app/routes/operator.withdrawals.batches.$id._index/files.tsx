import { type Batch } from '~/contract/extensions/operator/batches'
import { useFormToken } from '~/forms/page-of-form'
import { HiddenFields } from '~/forms/plain-form'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

interface FilesProps {
  batch: Batch
  /** Why no file is given out: withdrawals of an investor in it are frozen, or one rests. */
  stopped: 'frozen' | 'resting' | null
}

/** The files for the signer. Each is posted for: giving one out changes the batch, and is in the audit trail. */
export function Files({ batch: { id, status, paid }, stopped }: FilesProps) {
  const { t } = useI18n()
  return (
    <Section id="files" title={t('batches:files.title')}>
      {stopped ? (
        <Alert meaning="warning">{t(`batches:files.${stopped}`)}</Alert>
      ) : (
        <Stack gap={4} width="reading">
          {paid === 0 ? (
            <File id={id} file="wallet" />
          ) : (
            status !== 'paid' && <p>{t('batches:files.paid')}</p>
          )}
          <File id={id} file="table" />
          <Soft small>
            {status === 'open' && `${t('batches:files.lockNote')} `}
            {t('batches:files.given')}
          </Soft>
        </Stack>
      )}
    </Section>
  )
}

/** The browser sends this form itself: the answer is a file, not a page. */
function File({ id, file }: { id: string; file: 'wallet' | 'table' }) {
  const { t } = useI18n()
  const formToken = useFormToken()
  return (
    <form method="post" action={operatorPaths.batchFile(id)}>
      {formToken && <input type="hidden" name="formToken" value={formToken} />}
      <HiddenFields values={{ file }} />
      <Stack gap={2}>
        <div>
          <Button type="submit" icon="document">
            {t(`batches:files.${file}`)}
          </Button>
        </div>
        <Soft small>{t(`batches:files.${file}Text`)}</Soft>
      </Stack>
    </form>
  )
}
