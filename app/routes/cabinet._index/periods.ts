/** Days that the course is shown over, as they stand in the address. */
export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]
