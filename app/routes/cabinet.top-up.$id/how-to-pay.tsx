import { type Refill } from '~/contract/funds'
import { useRefresh } from '~/framework/refresh'
import { TimeLeft } from '~/investments/time-left'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { QrCode } from '~/investments/qr-code'
import { Address } from '~/ui/address/address'
import { ButtonLink } from '~/ui/button/button'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Cluster, Columns, Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { Section } from '~/ui/section/section'
import * as styles from './how-to-pay.css'
import { type Payment } from './refill-view.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'

/** Everything that is needed to pay, in the order in which wallets ask for it. */
export function HowToPay({ refill, payment }: { refill: Refill; payment: Payment }) {
  const { t, amount, dateTime } = useI18n()
  const refresh = useRefresh()
  const { currency, network } = refill
  const exact = amount(refill.requestAmount, currency, { exact: true })
  return (
    <Section
      id="pay"
      title={<span className={styles.figures}>{t('cabinet:refill.send', { amount: exact })}</span>}
    >
      <Stack gap={5}>
        {currency !== null && (
          <Alert meaning="warning" role="note">
            {network === null
              ? t('cabinet:refill.onlyCurrency', { currency })
              : t('cabinet:refill.only', { currency, network })}
          </Alert>
        )}
        <Columns gap={6}>
          {payment.qr && (
            <Stack gap={2}>
              <QrCode drawing={payment.qr} label={t('cabinet:refill.qr')} />
              <Soft small>{t('cabinet:refill.qrText')}</Soft>
            </Stack>
          )}
          <DescriptionList
            facts={[
              {
                term: t('cabinet:refill.address'),
                value: given(refill.wallet, (wallet) => (
                  <Stack gap={2}>
                    <Address value={wallet} />
                    <CopyButton
                      text={wallet}
                      label={t('cabinet:refill.copyAddress')}
                      doneLabel={t('common:action.copied')}
                    />
                  </Stack>
                )),
              },
              { term: t('cabinet:refill.network'), value: network },
              {
                term: t('cabinet:refill.amount'),
                value: (
                  <Stack gap={2}>
                    <span>{exact}</span>
                    <CopyButton
                      text={refill.requestAmount}
                      label={t('cabinet:refill.copyAmount')}
                      doneLabel={t('common:action.copied')}
                    />
                  </Stack>
                ),
                strong: true,
              },
              {
                term: t('cabinet:refill.timeLeft'),
                value: given(payment.timeLeftMs, (ms) => <TimeLeft key={ms} ms={ms} onEnd={refresh} />),
                note: given(refill.expiresAt, (end) => t('cabinet:refill.until', { time: dateTime(end) })),
              },
            ]}
          />
        </Columns>
        <Cluster>
          {payment.link && (
            <ButtonLink href={payment.link} variant="primary" icon="wallet">
              {t('cabinet:refill.pay')}
            </ButtonLink>
          )}
          <ButtonLink href={paths.topUp(refill.id)}>{t('cabinet:refill.refresh')}</ButtonLink>
        </Cluster>
      </Stack>
    </Section>
  )
}

/** The demonstration's part: it plays a wallet and a network. */
export function PlayTransfer({ refillId }: { refillId: string }) {
  const { t } = useI18n()
  return (
    <Section id="demo" title={t('common:demo.control')}>
      <PostForm id="play" action={paths.demoPayRefill(refillId)} width="reading">
        <Soft>{t('cabinet:refill.demo')}</Soft>
        <SubmitButton variant="secondary">{t('common:action.playTransfer')}</SubmitButton>
      </PostForm>
    </Section>
  )
}
