import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { VerificationTag } from '~/identity/investors/investor-state'
import { languageNames } from '~/locale/languages'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { operatorPaths } from '~/operator-paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Link } from '~/ui/link/link'
import { PhoneLink } from '~/ui/phone-link/phone-link'
import { Section } from '~/ui/section/section'

/** Who the investor is, as far as they have said so. */
export function Person({
  user,
  person,
  verification,
  inviter,
}: Pick<InvestorCase, 'user' | 'person' | 'verification' | 'inviter'>) {
  const { t, date, dateTime } = useI18n()
  const said = (confirmed: boolean) => t(`investors:case.${confirmed ? 'confirmed' : 'unconfirmed'}`)
  const place = [person.city, person.country].filter(Boolean).join(', ')
  const { rank, subscription } = user
  return (
    <Section
      id="person"
      title={t('investors:case.person')}
      aside={<Link href={operatorPaths.links({ search: user.login })}>{t('investors:case.links')}</Link>}
    >
      <DescriptionList
        facts={[
          {
            term: t('investors:case.email'),
            value: user.email,
            note: user.emailConfirmed !== undefined && said(user.emailConfirmed),
          },
          {
            term: t('investors:case.phone'),
            value: user.phone && <PhoneLink number={user.phone} />,
            note: said(user.phoneConfirmed),
          },
          { term: t('investors:case.fullName'), value: person.fullName },
          { term: t('investors:case.birthDate'), value: given(person.birthDate, date) },
          { term: t('investors:case.place'), value: place || null },
          { term: t('investors:case.language'), value: given(user.language, (one) => languageNames[one]) },
          {
            term: t('investors:case.verification'),
            value: (
              <>
                <VerificationTag state={verification.status} />{' '}
                {verification.id !== null && (
                  <Link href={operatorPaths.verification(verification.id)}>
                    {given(verification.submittedAt, dateTime)}
                  </Link>
                )}
              </>
            ),
            note: verification.reason,
          },
          { term: t('investors:case.document'), value: verification.documentNumberMasked },
          {
            term: t('investors:case.rank'),
            value: given(rank, (one) => t(`partners:rank.name.${one}`)),
          },
          {
            term: t('investors:case.subscription'),
            value: subscription && subscription.title,
            note: subscription && given(subscription.expiresAt, dateTime),
          },
          { term: t('investors:case.registered'), value: given(user.registeredAt, dateTime) },
          {
            term: t('investors:case.inviter'),
            value: inviter ? (
              <Link href={operatorPaths.investor(inviter.id)}>{inviter.login}</Link>
            ) : (
              t('investors:case.nobody')
            ),
          },
          { term: t('investors:case.reference'), value: <span translate="no">{user.id}</span> },
        ]}
      />
    </Section>
  )
}
