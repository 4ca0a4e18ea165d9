import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { AmountField, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Address } from '~/ui/address/address'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { CaseName } from './case-name'
import { type DescribedCase } from './describe.server'
import { queueName, queuePath } from './paths'
import { PlayTransfer } from './play-transfer'
import * as styles from './cases.css'

interface CreditPageProps {
  cases: readonly DescribedCase[]
  lastResult?: LastResult | null
  submission: string
  /** Fields that the demonstration fills in; null where real money moves. */
  played: Record<string, string> | null
}

const queue: CaseQueue = 'refills'

/** What has arrived for each of several top-ups: the amount, and the transfer that brought it. */
export function CreditPage({ cases, played, submission, lastResult }: CreditPageProps) {
  const { t } = useI18n()
  const own = { decision: 'approve', chosen: cases.map(({ id }) => id).join('/'), credited: '1' }
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cases:credits.title')}
        lead={t('cases:credits.lead')}
        back={{ href: queuePath[queue](), label: t('cases:case.back') }}
      />
      <PostForm
        id="credits"
        action={operatorPaths.several(queueName[queue])}
        lastResult={lastResult}
        submission={submission}
        width="full"
      >
        <HiddenFields values={own} />
        <ol role="list" className={styles.credits}>
          {cases.map((one, place) => (
            <CreditFieldset key={one.id} {...one} place={place} />
          ))}
        </ol>
        <SubmitButton>{t('cases:decide.continue')}</SubmitButton>
      </PostForm>
      {played && <PlayTransfer of="several" values={{ ...own, ...played }} submission={submission} />}
    </Stack>
  )
}

function CreditFieldset({ place, ...one }: DescribedCase & { place: number }) {
  const { t } = useI18n()
  const { currency = '', network, wallet } = one.transfer ?? {}
  const nameId = `top-up-${place}`
  return (
    <li className={styles.credit} role="group" aria-labelledby={nameId}>
      <div>
        <p id={nameId}>
          <CaseName {...one} queue={queue} />
        </p>
        <Soft small>{network}</Soft>
        {wallet && <Address value={wallet} />}
      </div>
      <AmountField
        autoFocus={place === 0}
        name={`credits[${place}].creditedAmount`}
        label={t('cases:decide.credited')}
        currency={currency}
      />
      <TextField
        name={`credits[${place}].transactionHash`}
        label={t('cases:decide.hash')}
        autoComplete="off"
      />
    </li>
  )
}
