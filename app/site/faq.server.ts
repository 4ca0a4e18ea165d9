import { type FaqFigure } from '~/contract/faq-figures'
import { type PaymentSystem, type Plan, type SettingValue } from '~/contract/settings'
import { type I18n } from '~/locale/create'
import { partIfKept, publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { smallestOf } from './tariffs.server'

/** What the questions and their answers are made of. */
export interface Faq {
  figures: Figures
  /** The company's own questions; empty where it has written none, null where they did not arrive. */
  own: SettingValue<'faq'> | null
}

/**
 * The figures of the answers are the upstream's; a figure that does not arrive soon is left out. Where the company's own
 * questions do not arrive, the product's are not shown in their place.
 */
export async function readFaq(upstream: Upstream): Promise<Faq> {
  const soon = { soon: true }
  const [plans, systems, referral, rewards, faq] = await Promise.all([
    publicPanel(upstream.settings.plans({}, soon)),
    publicPanel(upstream.settings.paymentSystems({}, soon)),
    publicPanel(setting(upstream, 'referral', soon)),
    publicPanel(setting(upstream, 'rewards', soon)),
    partIfKept(setting(upstream, 'faq', soon)),
  ])
  const figures = figuresOf(plans?.items ?? [], systems?.items ?? [], referral ?? [], rewards)
  return { figures, own: faq === undefined ? [] : faq }
}

/** The figures of the answers; null if the upstream does not provide one, or its plans differ. */
interface Figures {
  minMin: string | null
  termDays: number | null
  extensionDays: number | null
  hours: number | null
  referral: SettingValue<'referral'>
  /** Whether rewards become free only with the end of a partner's first term. */
  holdsRewards: boolean
}

function figuresOf(
  plans: readonly Plan[],
  systems: readonly PaymentSystem[],
  referral: SettingValue<'referral'>,
  rewards: SettingValue<'rewards'> | null,
): Figures {
  const open = plans.filter(({ available }) => available)
  return {
    minMin: smallestOf(open.map(({ min }) => min)),
    termDays: onlyOf(open.map(({ termDays }) => termDays)),
    extensionDays: onlyOf(open.map(({ extension }) => extension.days)) || null,
    hours: systems.length > 0 ? Math.max(...systems.map(({ payment }) => payment.hours)) : null,
    referral: [...referral].sort((one, other) => one.level - other.level),
    holdsRewards: rewards?.holdFirstTerm ?? false,
  }
}

const questions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] as const

interface Answer {
  question: string
  answer: string
}

/**
 * The questions in their order, each with its answer and, where there is one, its figure.
 * @param own the company's, which replace the product's; none if it has written none
 */
export function answersOf(i18n: I18n, figures: Figures, own: SettingValue<'faq'>): Answer[] {
  const { t } = i18n
  if (own.length > 0)
    return own.map(({ question, answer, figure }) => {
      const n = figure && figure !== 'unknown' ? placesOf[figure] : null
      return { question, answer: withFigure(answer, n === null ? null : figureTexts[n]?.(i18n, figures)) }
    })
  return questions.map((n) => ({
    question: t(`site:faq.q${n}`),
    answer: withFigure(t(`site:faq.a${n}`), figureTexts[n]?.(i18n, figures)),
  }))
}

const withFigure = (answer: string, figure: string | null | undefined) =>
  figure ? `${answer} ${figure}` : answer

type FigureText = (i18n: I18n, figures: Figures) => string | null

/** The answers that end with a figure; null if the upstream does not provide it. */
const figureTexts: Partial<Record<(typeof questions)[number], FigureText>> = {
  4: ({ t, amount }, { minMin }) =>
    minMin === null ? null : t('site:faq.f4', { min: amount(minMin, 'USDT') }),
  5: ({ t }, { termDays }) => (termDays === null ? null : t('site:faq.f5', { count: termDays })),
  6: ({ t }, { extensionDays }) =>
    extensionDays === null ? null : t('site:faq.f6', { count: extensionDays }),
  11: ({ t }, { hours }) => (hours === null ? null : t('site:faq.f11', { count: hours })),
  13: ({ t, percent }, { referral, holdsRewards, termDays }) => {
    const levels = referral.map((level) => percent(level.percent)).join(', ')
    const held = termDays === null ? t('site:faq.f13held') : t('site:faq.f13heldDays', { count: termDays })
    const parts = [levels && t('site:faq.f13', { levels }), holdsRewards && held].filter(Boolean)
    return parts.length === 0 ? null : parts.join(' ')
  },
}

/** The question of the product that ends with the figure. */
const placesOf: Record<FaqFigure, (typeof questions)[number]> = {
  minDeposit: 4,
  termDays: 5,
  extensionDays: 6,
  processingHours: 11,
  referral: 13,
}

/** The one value that all share. */
function onlyOf(values: readonly number[]): number | null {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : null
}
