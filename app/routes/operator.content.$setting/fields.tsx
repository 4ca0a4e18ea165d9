import { type ReactNode } from 'react'
import { faqFigures } from '~/contract/faq-figures'
import { BothLanguages } from '~/content/both-languages'
import { Kept } from '~/forms/kept'
import { Rows } from '~/content/rows'
import { AmountField, SelectField, TextField, TickField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { useI18n } from '~/locale/context'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type SettingName } from './names'

/** The fields of each setting's form. */
export const settingFields: Record<SettingName, () => ReactNode> = {
  company: Company,
  team: Team,
  contacts: Contacts,
  faq: Faq,
  vacancies: Vacancies,
  disclosures: Disclosures,
  ranks: Ranks,
  referral: Referral,
  rewards: Rewards,
  limits: Limits,
  anomalies: Anomalies,
}

function Company() {
  const { t } = useI18n()
  return (
    <>
      <BothLanguages name="name" label={t('content:company.name')} maxLength={200} />
      <BothLanguages name="country" label={t('content:company.country')} maxLength={200} optional />
      <BothLanguages name="code" label={t('content:company.code')} maxLength={100} optional />
      <BothLanguages
        name="licence"
        label={t('content:company.licence')}
        hint={t('content:company.licenceHint')}
        maxLength={1000}
        optional
      />
      <TextField
        name="registeredAt"
        type="date"
        label={t('content:company.registeredAt')}
        autoComplete="off"
        variant="short"
        optional
      />
    </>
  )
}

function Team() {
  const { t } = useI18n()
  return (
    <Rows
      name="team"
      label={(number) => t('content:team.row', { number })}
      addLabel={t('content:team.add')}
      empty={<Soft>{t('content:team.none')}</Soft>}
    >
      {(row) => (
        <>
          <BothLanguages name={`${row}.role`} label={t('content:team.role')} maxLength={200} />
          <BothLanguages name={`${row}.text`} label={t('content:team.text')} maxLength={3000} rows={4} />
        </>
      )}
    </Rows>
  )
}

function Contacts() {
  const { t } = useI18n()
  return (
    <>
      <TextField name="email" type="email" label={t('content:contacts.email')} autoComplete="off" />
      <BothLanguages name="messenger.name" label={t('content:contacts.messenger')} maxLength={100} optional />
      <TextField
        name="messenger.url"
        type="url"
        label={t('content:contacts.messengerUrl')}
        autoComplete="off"
        maxLength={2048}
        optional
      />
      <BothLanguages name="hours" label={t('content:contacts.hours')} maxLength={300} optional />
    </>
  )
}

function Faq() {
  const { t } = useI18n()
  const figures = [
    { value: '', label: t('content:faq.noFigure') },
    ...faqFigures.map((figure) => ({ value: figure, label: t(`content:faq.figures.${figure}`) })),
  ]
  return (
    <Rows
      name="items"
      label={(number) => t('content:faq.row', { number })}
      addLabel={t('content:faq.add')}
      empty={<Soft>{t('content:faq.none')}</Soft>}
    >
      {(row) => (
        <>
          <BothLanguages name={`${row}.question`} label={t('content:faq.question')} maxLength={300} />
          <BothLanguages name={`${row}.answer`} label={t('content:faq.answer')} maxLength={5000} rows={4} />
          <SelectField
            name={`${row}.figure`}
            label={t('content:faq.figure')}
            hint={t('content:faq.figureHint')}
            options={figures}
            optional
          />
        </>
      )}
    </Rows>
  )
}

function Vacancies() {
  const { t } = useI18n()
  return (
    <Rows
      name="items"
      label={(number) => t('content:vacancies.row', { number })}
      addLabel={t('content:vacancies.add')}
      empty={<Soft>{t('content:vacancies.none')}</Soft>}
    >
      {(row) => (
        <>
          <Kept name={`${row}.id`} />
          <BothLanguages name={`${row}.title`} label={t('content:vacancies.title')} maxLength={200} />
          <TextField
            name={`${row}.postedAt`}
            type="date"
            label={t('content:vacancies.postedAt')}
            autoComplete="off"
            variant="short"
          />
          <BothLanguages name={`${row}.location`} label={t('content:vacancies.location')} maxLength={200} />
          <BothLanguages
            name={`${row}.description`}
            label={t('content:vacancies.description')}
            maxLength={5000}
            rows={4}
          />
          <BothLanguages
            name={`${row}.qualifications`}
            label={t('content:vacancies.qualifications')}
            hint={t('content:vacancies.qualificationsHint')}
            maxLength={5000}
            rows={4}
            optional
          />
        </>
      )}
    </Rows>
  )
}

function Disclosures() {
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      {(['guarantee', 'insurance'] as const).map((kind) => (
        <Section key={kind} id={kind} title={t(`content:disclosures.${kind}`)}>
          <Stack gap={4}>
            <Soft>{t('content:disclosures.substance')}</Soft>
            <TickField name={`${kind}.shown`} title={t('content:disclosures.shown')} />
            <BothLanguages
              name={`${kind}.text`}
              label={t('content:disclosures.text')}
              hint={t('content:disclosures.textHint')}
              maxLength={3000}
              rows={3}
              optional
            />
            <BothLanguages
              name={`${kind}.provider`}
              label={t('content:disclosures.provider')}
              maxLength={300}
              optional
            />
            <TextField
              name={`${kind}.document`}
              type="url"
              label={t('content:disclosures.document')}
              autoComplete="off"
              maxLength={2048}
              optional
            />
          </Stack>
        </Section>
      ))}
      <Section id="not-covered" title={t('content:disclosures.notCovered')}>
        <Rows
          name="notCovered"
          label={(number) => t('content:disclosures.row', { number })}
          addLabel={t('content:disclosures.add')}
          empty={<Soft>{t('content:disclosures.none')}</Soft>}
        >
          {(row) => (
            <BothLanguages name={row} label={t('content:disclosures.statement')} maxLength={1000} rows={2} />
          )}
        </Rows>
      </Section>
    </Stack>
  )
}

/** The ranks are the product's; what each takes and gives is the company's. */
function Ranks() {
  const { t } = useI18n()
  return (['spark', 'chimera', 'monarch', 'goliath', 'whale'] as const).map((rank, at) => (
    <Section key={rank} id={rank} title={t(`partners:rank.name.${rank}`)}>
      <HiddenFields values={{ [`items[${at}].rank`]: rank }} />
      <Columns>
        <AmountField name={`items[${at}].turnover`} label={t('content:ranks.turnover')} currency="USDT" />
        <AmountField name={`items[${at}].percent`} label={t('content:ranks.percent')} currency="%" />
        <AmountField name={`items[${at}].bonus`} label={t('content:ranks.bonus')} currency="USDT" />
      </Columns>
    </Section>
  ))
}

function Referral() {
  const { t } = useI18n()
  return [1, 2, 3].map((level, at) => (
    <div key={level}>
      <HiddenFields values={{ [`items[${at}].level`]: String(level) }} />
      <AmountField
        name={`items[${at}].percent`}
        label={t('content:referral.level', { level })}
        currency="%"
      />
    </div>
  ))
}

function Rewards() {
  const { t } = useI18n()
  return <TickField name="holdFirstTerm" title={t('content:rewards.hold')} />
}

function Limits() {
  const { t } = useI18n()
  const hours = (name: string, label: string) => (
    <TextField name={name} label={label} inputMode="numeric" autoComplete="off" variant="short" />
  )
  return (
    <>
      <AmountField name="refillMin" label={t('content:limits.refillMin')} currency="USD" />
      <AmountField name="exchangeMin" label={t('content:limits.exchangeMin')} currency="USD" />
      <AmountField
        name="spreadPercent"
        label={t('content:limits.spread')}
        hint={t('content:limits.spreadHint')}
        currency="%"
      />
      {hours('withdrawalHours', t('content:limits.withdrawalHours'))}
      {hours('factorRemovalHours', t('content:limits.factorRemovalHours'))}
      {hours('walletHours', t('content:limits.walletHours'))}
      <TickField name="stepUpCode" title={t('content:limits.stepUpCode')} />
      <Stack gap={1}>
        <TickField name="withdrawalsStopped" title={t('content:limits.stopped')} />
        <Soft small>{t('content:limits.stoppedText')}</Soft>
      </Stack>
    </>
  )
}

/** A rule holds a withdrawal only while it is ticked; what it counts by stays typed in. */
function Anomalies() {
  const { t } = useI18n()
  const count = (name: string, label: string) => (
    <TextField name={name} label={label} inputMode="numeric" autoComplete="off" variant="short" />
  )
  const rules = {
    refusedSignIns: (
      <>
        {count('refusedSignIns.attempts', t('content:anomalies.attempts'))}
        {count('refusedSignIns.networks', t('content:anomalies.networks'))}
      </>
    ),
    takeover: <AmountField name="takeover.percent" label={t('content:anomalies.percent')} currency="%" />,
    unusualAmount: (
      <>
        <AmountField name="unusualAmount.times" label={t('content:anomalies.times')} />
        {count('unusualAmount.earlier', t('content:anomalies.earlier'))}
      </>
    ),
    unusualHour: (
      <>
        {count('unusualHour.hours', t('content:anomalies.hours'))}
        {count('unusualHour.earlier', t('content:anomalies.earlier'))}
      </>
    ),
    sharedWallet: count('sharedWallet.investors', t('content:anomalies.investors')),
  }
  return Object.entries(rules).map(([name, fields]) => {
    const rule = name as keyof typeof rules // the names of the record above
    return (
      <Section key={name} id={name} title={t(`content:anomalies.${rule}.title`)}>
        <Stack gap={4}>
          <Soft>{t(`content:anomalies.${rule}.text`)}</Soft>
          <TickField name={`${name}.on`} title={t('content:anomalies.on')} />
          <Columns>{fields}</Columns>
        </Stack>
      </Section>
    )
  })
}
