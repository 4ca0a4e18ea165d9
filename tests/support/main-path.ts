import { type Language } from '~/contract/languages'

/**
 * One investor's money from the first visit to the wallet. The figures, worked out by hand from docs/rules.md:
 * Breeze pays 1.11 % a day, 300 × 1.11 / 100 = 3.33 a day in the first term and twice that, 6.66, in the second.
 *
 *   moment              free balance                       in deposits   accrued   with it   income of the term
 *   topped up                              700.00              0.00
 *   opened 300          700 − 300      =   400.00            300.00        0.00    300.00    50×3.33 = 166.50
 *   day 1               400 + 3.33     =   403.33            300.00        3.33    303.33              166.50
 *   day 50              400 + 50×3.33  =   566.50            300.00      166.50    466.50    50×6.66 = 333.00   may be closed
 *   day 51              566.50 + 6.66  =   573.16            300.00      173.16    473.16              333.00   doubled
 *   day 100             566.50+50×6.66 =   899.50            300.00      499.50    799.50   waits, earns nothing
 *   closed              899.50 + 300   = 1,199.50              0.00      499.50    799.50
 *   200 withdrawn     1,199.50 − 200   =   999.50              0.00               fee 1, arrives 199
 *
 * The first term ends 50 days after the opening and the second 100 days after it. The statement has 106 rows: the
 * top-up, 100 days of income, the withdrawal, and two each of the opening and the closing, which touch both accounts.
 * The inviter's 7 % of 300 = 21 show from the opening on and reach the inviter's balance at day 50.
 * Into the balance came 700 + 499.50 + 300 = 1,499.50 and out of it went 300 + 200 = 500.
 */
export const figures = {
  '0.00': { en: '0.00', ru: '0,00' },
  '1': { en: '1.00', ru: '1,00' },
  '3.33': { en: '3.33', ru: '3,33' },
  '6.66': { en: '6.66', ru: '6,66' },
  '166.50': { en: '166.50', ru: '166,50' },
  '303.33': { en: '303.33', ru: '303,33' },
  '333': { en: '333.00', ru: '333,00' },
  '466.50': { en: '466.50', ru: '466,50' },
  '473.16': { en: '473.16', ru: '473,16' },
  '500': { en: '500.00', ru: '500,00' },
  '799.50': { en: '799.50', ru: '799,50' },
  '1499.50': { en: '1,499.50', ru: '1 499,50' },
  '173.16': { en: '173.16', ru: '173,16' },
  '199': { en: '199.00', ru: '199,00' },
  '200': { en: '200.00', ru: '200,00' },
  '300': { en: '300.00', ru: '300,00' },
  '400': { en: '400.00', ru: '400,00' },
  '403.33': { en: '403.33', ru: '403,33' },
  '499.50': { en: '499.50', ru: '499,50' },
  '566.50': { en: '566.50', ru: '566,50' },
  '573.16': { en: '573.16', ru: '573,16' },
  '700': { en: '700.00', ru: '700,00' },
  '899.50': { en: '899.50', ru: '899,50' },
  '999.50': { en: '999.50', ru: '999,50' },
  '1199.50': { en: '1,199.50', ru: '1 199,50' },
} satisfies Record<string, Record<Language, string>>

export type Figure = keyof typeof figures
