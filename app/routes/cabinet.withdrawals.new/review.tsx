import { ConfirmForm } from '~/money-forms/confirm-form'
import { useLoaderData } from '@remix-run/react'
import { type ReviewPage } from '~/money-forms/review.server'
import { StepUpField } from '~/forms/step-up-field'
import { RadioField, TextField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Stack, Soft } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { type loader } from './route'
import { type Withdrawal } from './withdrawal.server'
import { RateHolds } from '~/investments/rate-holds'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Link } from '~/ui/link/link'
import { type SavedWallet } from './options.server'

/** What will happen, in figures, with the whole address once more, before it does. */
export function WithdrawalReview({ page }: { page: ReviewPage<Withdrawal> }) {
  const { review, typed, changed, submission, stepUp, lastResult } = page
  const { t } = useI18n()
  const loaded = useLoaderData<typeof loader>()
  const { figures, bought } = review
  const quoted = bought && { rate: bought.rate, ...(bought.rateId !== null && { rateId: bought.rateId }) }
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('cabinet:withdrawals.review.title')} lead={t('cabinet:withdrawals.review.lead')} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(changed === 'rate' ? 'errors:code.rate_expired' : 'cabinet:withdrawals.review.changed')}
        </Alert>
      )}
      <Figures withdrawal={review} />
      <ConfirmForm
        action={paths.newWithdrawal()}
        submission={submission ?? loaded.submission}
        lastResult={lastResult}
        defaults={stepUp === null ? {} : { stepUp }}
        typed={{ ...typed, wallet: review.wallet }}
        shown={{ figures, ...quoted }}
      >
        <StepUpField hint={t('cabinet:withdrawals.review.passwordHint')} />
      </ConfirmForm>
    </Stack>
  )
}

export function Figures({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, amount, dateTime, percent } = useI18n()
  const { currency, bought, fee, freeAfter } = withdrawal
  const exact = (value: string, code = currency) => amount(value, code, { exact: true })
  return (
    <DescriptionList
      facts={[
        {
          term: t('cabinet:withdrawals.review.wallet'),
          value: <Address value={withdrawal.wallet} />,
          note: t('cabinet:withdrawals.review.walletNote'),
        },
        { term: t('cabinet:withdrawals.review.network'), value: withdrawal.network },
        { term: t('cabinet:withdrawals.review.amount'), value: exact(withdrawal.amount) },
        typeof fee === 'string' && { term: t('cabinet:withdrawals.review.fee'), value: exact(fee) },
        {
          term: t('cabinet:withdrawals.review.net'),
          value: given(withdrawal.net, (value) => exact(value)),
          strong: true,
        },
        bought && {
          term: t('cabinet:withdrawals.review.fromBalance', { currency }),
          value: exact(withdrawal.fromBalance),
        },
        bought && {
          term: t('cabinet:withdrawals.review.fromUsdt'),
          value: exact(bought.fromUsdt, 'USDT'),
          note: (
            <>
              {t('cabinet:withdrawals.review.rate', { currency, rate: exact(bought.rate, 'USDT') })}
              {bought.spreadPercent !== null &&
                `, ${t('cabinet:withdrawals.review.spread', { percent: percent(bought.spreadPercent) })}`}
              {'. '}
              <RateHolds {...bought} />
            </>
          ),
        },
        bought !== null &&
          bought.rateBefore !== null && {
            term: t('exchange:review.rateBefore'),
            value: exact(bought.rateBefore, 'USDT'),
          },
        {
          term: t('cabinet:withdrawals.review.expectedBy'),
          value: <time dateTime={withdrawal.expectedBy}>{dateTime(withdrawal.expectedBy)}</time>,
          note: t('cabinet:withdrawals.review.expectedNote', { count: withdrawal.hours }),
        },
        {
          term: t('cabinet:withdrawals.review.after'),
          value: given(freeAfter, (left) => exact(left.amount, left.currency)),
        },
      ]}
    />
  )
}

/** Where the money goes: one of the saved wallets, or an address that is typed. */
export function Destination({ wallets }: { wallets: readonly SavedWallet[] }) {
  const { t } = useI18n()
  return (
    <>
      {wallets.length > 0 && <SavedWallets wallets={wallets} />}
      <TextField
        name="wallet"
        label={t(
          wallets.length > 0 ? 'cabinet:withdrawals.new.otherWallet' : 'cabinet:withdrawals.new.wallet',
        )}
        hint={t('cabinet:withdrawals.new.walletHint')}
        autoComplete="off"
        variant="address"
      />
      <Soft small>
        <Link href={paths.settings('payment-systems')}>{t('cabinet:withdrawals.new.saveWallets')}</Link>
      </Soft>
    </>
  )
}

function SavedWallets({ wallets }: { wallets: readonly SavedWallet[] }) {
  const { t } = useI18n()
  const choices = wallets.map(({ address, titles, networks }) => ({
    value: address,
    title: titles.join(', '),
    side: networks.join(', '),
    text: <Address value={address} />,
  }))
  const other = { value: '', title: t('cabinet:withdrawals.new.other') }
  return <RadioField name="saved" label={t('cabinet:withdrawals.new.saved')} choices={[...choices, other]} />
}
