/** Figures that an answer of the FAQ may end with; they are read from the terms when it is shown. */
export const faqFigures = ['minDeposit', 'termDays', 'extensionDays', 'processingHours', 'referral'] as const

export type FaqFigure = (typeof faqFigures)[number]
