import { type DraftedSetting, type FourEyes } from '~/contract/settings'
import { type z } from 'zod'
import { type AnomalyRules } from '../domain/anomalies'
import { defaultPaymentSystems } from './payment-systems'

/** When a withdrawal is held for an operator. */
export const anomalyDefaults: AnomalyRules = {
  refusedSignIns: { attempts: 20, networks: 3 },
  takeover: { percent: '80' },
  unusualAmount: { times: '5', earlier: 3 },
  unusualHour: { hours: 4, earlier: 10 },
  sharedWallet: { investors: 2 },
}

/** A company begins with four eyes; one with a single operator switches them off. */
export const defaultFourEyes: z.output<typeof FourEyes> = {
  on: true,
  over: { payment: '10000', refill: '10000' },
}

/**
 * The settings of a new database; texts are in both languages. Company and contacts have no default: they are facts
 * about the company that runs the product. Guarantee and insurance are absent until a company can name the provider and
 * the document; the site states instead what is not covered.
 */
export const defaultSettings: Partial<Record<DraftedSetting, unknown>> = {
  limits: {
    exchange: { min: '10', spreadPercent: '0' },
    refill: { min: '10' },
    payment: {
      minUsd: Object.fromEntries(defaultPaymentSystems.map(({ id, paymentMinUsd }) => [id, paymentMinUsd])),
    },
    deposit: { min: '100' },
    rest: { withdrawalHours: 24, factorRemovalHours: 72, walletHours: 24 },
    stepUp: { code: true },
  },
  ranks: [
    { rank: 'spark', turnover: '1000', percent: '5', bonus: '10' },
    { rank: 'chimera', turnover: '10000', percent: '7', bonus: '100' },
    { rank: 'monarch', turnover: '50000', percent: '10', bonus: '500' },
    { rank: 'goliath', turnover: '250000', percent: '12', bonus: '2500' },
    { rank: 'whale', turnover: '1000000', percent: '15', bonus: '10000' },
  ],
  referral: [
    { level: 1, percent: '7' },
    { level: 2, percent: '3' },
    { level: 3, percent: '1' },
  ],
  rewards: { holdFirstTerm: true },
  anomalies: anomalyDefaults,
  fourEyes: defaultFourEyes,
  // None: the product's own questions are shown.
  faq: [],
  vacancies: [],
  disclosures: {
    guarantee: null,
    insurance: null,
    notCovered: [
      {
        ru: 'Вложенные деньги не застрахованы: система страхования вкладов их не защищает.',
        en: 'The money you invest is not insured: no deposit insurance covers it.',
      },
      {
        ru: 'Возврат вложенного и доход никто не гарантирует: ни мы, ни третья сторона.',
        en: 'Nobody guarantees that your money or any income comes back: neither we nor a third party.',
      },
      {
        ru: 'Компенсационная схема для инвесторов не действует: если мы не сможем заплатить, фонда, который заплатит за нас, нет.',
        en: 'No investor compensation scheme applies: if we cannot pay, there is no fund that pays in our place.',
      },
      {
        ru: 'Курс криптовалют меняется: депозит в BTC, ETH или TRX может стоить меньше, чем в день открытия.',
        en: 'Rates of crypto-assets move: a deposit in BTC, ETH or TRX may be worth less than on the day you opened it.',
      },
      {
        ru: 'Перевод на неверный адрес или в другую сеть не вернуть.',
        en: 'A transfer to a wrong address or over another network cannot be called back.',
      },
    ],
  },
}
