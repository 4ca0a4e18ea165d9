import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import * as styles from './recovery-codes.css'
import { useFactorPaths } from './use-factor-paths'

/** The codes, shown this once: a list to print or to copy, and the same as a file, which needs no script. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useI18n()
  const { list } = useFactorPaths()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Stack gap={5}>
      <Alert meaning="warning" role="note" title={t('security:recovery.once')}>
        {t('security:recovery.keep')}
      </Alert>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Cluster>
        <a href={file} download="recovery-codes.txt">
          {t('security:recovery.download')}
        </a>
      </Cluster>
      <div>
        <ButtonLink href={list} variant="primary">
          {t('security:recovery.kept')}
        </ButtonLink>
      </div>
    </Stack>
  )
}
