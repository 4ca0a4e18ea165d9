import { type SettingValue } from '~/contract/settings'
import { brand } from '~/ui/theme/brand'

export type Vacancy = SettingValue<'vacancies'>[number]

/** As search engines read it: https://schema.org/JobPosting */
export function jobPosting(
  { title, postedAt, location, description, qualifications }: Vacancy,
  company: string | null,
) {
  return {
    '@type': 'JobPosting',
    title,
    datePosted: postedAt,
    description,
    qualifications: qualifications.join('; '),
    hiringOrganization: { '@type': 'Organization', name: company ?? brand.name },
    jobLocation: { '@type': 'Place', address: location },
    directApply: true,
  }
}
