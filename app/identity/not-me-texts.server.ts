import { type I18n } from '~/locale/create'

/** What pages of the cabinet say of the answer "this was not me": it comes with their data, for few readers need it. */
export function notMeTexts({ t }: I18n) {
  return {
    title: t('auth:notMe.title'),
    lead: t('auth:notMe.lead'),
    what: t('auth:notMe.what'),
    after: t('auth:notMe.after'),
    report: t('auth:notMe.report'),
    back: t('auth:notMe.back'),
  }
}

export type NotMeTexts = ReturnType<typeof notMeTexts>
