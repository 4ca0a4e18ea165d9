/** The settings that have a form, in the order in which the index lists them. */
export const settingNames = [
  ...(['company', 'contacts', 'team', 'vacancies', 'faq', 'disclosures'] as const),
  ...(['ranks', 'referral', 'rewards', 'limits', 'anomalies'] as const),
] as const

export type SettingName = (typeof settingNames)[number]
