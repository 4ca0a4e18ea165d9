import { ReviewReceipt } from '~/money-forms/review-receipt'
import { useLoaderData } from '@remix-run/react'
import { type ReviewPage } from '~/money-forms/review.server'
import { StepUpField } from '~/forms/step-up-field'
import { RowsField, TextField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Soft } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { type I18n } from '~/locale/create'
import { type loader } from './route'
import { type Withdrawal, type WithdrawalFigures } from './withdrawal.server'
import { RateHolds } from '~/investments/rate-holds'
import { Address } from '~/ui/address/address'
import { Estimate } from '~/ui/composer/composer'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Link } from '~/ui/link/link'
import { type SavedWallet } from './options.server'
import * as styles from './review.css'

/** What will happen, in figures, with the whole address once more, before it does. */
export function WithdrawalReview({ page }: { page: ReviewPage<Withdrawal> }) {
  const { review, typed, submission, stepUp } = page
  const { t, amount, date } = useI18n()
  const loaded = useLoaderData<typeof loader>()
  const { figures, bought, currency, fee } = review
  const exact = (value: string) => amount(value, currency, { exact: true })
  const quoted = bought && { rate: bought.rate, ...(bought.rateId !== null && { rateId: bought.rateId }) }
  return (
    <ReviewReceipt
      page={page}
      title={t('cabinet:withdrawals.review.title')}
      amount={{ term: t('cabinet:withdrawals.review.amount'), value: review.amount, currency }}
      from={{ term: t('common:review.from'), value: t('common:review.balance', { currency }) }}
      to={{ term: t('cabinet:withdrawals.review.wallet'), value: <Address value={review.wallet} /> }}
      lines={[
        { term: t('cabinet:withdrawals.review.network'), value: review.network },
        typeof fee === 'string' && { term: t('cabinet:withdrawals.review.fee'), value: exact(fee) },
        { term: t('cabinet:withdrawals.review.net'), value: given(review.net, exact), strong: true },
        {
          term: t('cabinet:withdrawals.review.expectedBy'),
          value: <time dateTime={review.expectedBy}>{date(review.expectedBy)}</time>,
          note: t('cabinet:withdrawals.review.expectedNote', { count: review.hours }),
        },
      ]}
      risk={t('cabinet:withdrawals.review.walletNote')}
      act={t('common:action.withdraw')}
      doing={t('common:doing.withdrawing')}
      form={{
        action: paths.newWithdrawal(),
        submission: submission ?? loaded.submission,
        defaults: stepUp === null ? {} : { stepUp },
        typed: { ...typed, wallet: review.wallet },
        shown: { figures, ...quoted },
      }}
      rest={<Sources withdrawal={review} />}
    >
      <StepUpField hint={t('cabinet:withdrawals.review.passwordHint')} />
    </ReviewReceipt>
  )
}

interface ReceiptProps {
  figures: WithdrawalFigures | null
  /** Shown in their place before anything is typed. */
  example: WithdrawalFigures | null
}

/** What of the typed amount arrives, by when, and from which balances it comes. */
export function Receipt({ figures, example }: ReceiptProps) {
  const i18n = useI18n()
  const { t, amount } = i18n
  return (
    <Estimate
      title={t('cabinet:withdrawals.receipt.title')}
      facts={figures && receiptFacts(figures, i18n)}
      none={t('cabinet:withdrawals.receipt.none')}
      example={
        example && {
          title: t('common:form.example', {
            amount: amount(example.amount, example.currency, { exact: true }),
          }),
          facts: receiptFacts(example, i18n).slice(1),
        }
      }
    >
      {figures?.net === null && <p>{t('cabinet:withdrawals.receipt.untoldText')}</p>}
    </Estimate>
  )
}

/** How long a request takes, and why. */
export function Delay({ hours }: { hours: number }) {
  const { t } = useI18n()
  return (
    <Soft small>
      <strong>{t('cabinet:withdrawals.new.hours', { count: hours })}.</strong>{' '}
      {t('cabinet:withdrawals.new.hoursText')}
    </Soft>
  )
}

function receiptFacts(figures: WithdrawalFigures, { t, date, amountParts }: I18n): Facts {
  const { currency, fee, bought } = figures
  const figure = (value: string, code = currency) => (
    <Money parts={amountParts(value, code, { exact: true })} />
  )
  return [
    {
      term: t('cabinet:withdrawals.review.amount'),
      value: figure(figures.amount),
    },
    {
      term: t('cabinet:withdrawals.review.fee'),
      value:
        fee === undefined
          ? t('cabinet:withdrawals.receipt.untold')
          : fee === null
            ? t('cabinet:withdrawals.receipt.noFee')
            : figure(fee),
    },
    {
      term: t('cabinet:withdrawals.review.net'),
      value: given(figures.net, figure),
      strong: true,
    },
    bought && {
      term: t('cabinet:withdrawals.review.fromBalance', { currency }),
      value: figure(figures.fromBalance),
    },
    bought && { term: t('cabinet:withdrawals.review.fromUsdt'), value: figure(bought.fromUsdt, 'USDT') },
    bought && {
      term: t('cabinet:withdrawals.review.priceOf', { currency }),
      value: figure(bought.rate, 'USDT'),
    },
    {
      term: t('cabinet:withdrawals.review.expectedBy'),
      value: <time dateTime={figures.expectedBy}>{date(figures.expectedBy)}</time>,
    },
  ]
}

/** What is taken from which balance, and what delays the request. */
function Sources({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, amount, dateTime, percent } = useI18n()
  const { currency, bought, freeAfter, rest } = withdrawal
  const exact = (value: string, code = currency) => amount(value, code, { exact: true })
  return (
    <DescriptionList
      facts={[
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
        rest && {
          term: rest.term,
          value: <time dateTime={rest.until}>{dateTime(rest.until)}</time>,
          note: rest.note,
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
      <div className={wallets.length > 0 ? styles.otherWallet : undefined}>
        <TextField
          name="wallet"
          label={t(
            wallets.length > 0 ? 'cabinet:withdrawals.new.otherWallet' : 'cabinet:withdrawals.new.wallet',
          )}
          hint={t('cabinet:withdrawals.new.walletHint')}
          autoComplete="off"
          variant="address"
        />
      </div>
      {wallets.length === 0 && (
        <Soft small>
          <Link href={paths.settings('payment-systems')}>{t('cabinet:withdrawals.new.saveWallets')}</Link>
        </Soft>
      )}
    </>
  )
}

function SavedWallets({ wallets }: { wallets: readonly SavedWallet[] }) {
  const { t } = useI18n()
  const choices = wallets.map(({ address, titles, networks }) => ({
    value: address,
    title: titles.join(', '),
    side: networks.filter((network) => !titles.some((title) => title.includes(network))).join(', '),
    note: <Address value={address} />,
  }))
  const other = { value: '', title: t('cabinet:withdrawals.new.other') }
  return <RowsField name="saved" label={t('cabinet:withdrawals.new.saved')} choices={[...choices, other]} />
}
