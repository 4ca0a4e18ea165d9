import { useI18n } from '~/locale/context'
import { type HoldRule } from '~/investments/partners/hold-rule.server'
import { QrCode } from '~/ui/qr-code/qr-code'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import * as styles from './invitation.css'
import { type InvitationLink } from './invitation.server'

/** The link that makes whoever registers by it a partner. */
export function Invitation({ link, qr, hold }: InvitationLink & { hold: HoldRule | null }) {
  const { t } = useI18n()
  return (
    <Section id="link" title={t('partners:link.title')}>
      <Columns gap={6}>
        <Stack gap={3}>
          <p>{t('partners:link.text')}</p>
          {hold && (
            <>
              <p>
                {hold.days === null
                  ? t('partners:link.hold')
                  : t('partners:link.holdDays', { count: hold.days })}
              </p>
              <p>{t('partners:link.onePerson')}</p>
            </>
          )}
          <p className={styles.link} translate="no">
            {link}
          </p>
          <CopyButton text={link} label={t('partners:link.copy')} doneLabel={t('common:action.copied')} />
          <Soft>{t('partners:link.risk')}</Soft>
        </Stack>
        <QrCode drawing={qr} label={t('partners:link.qr')} />
      </Columns>
    </Section>
  )
}
