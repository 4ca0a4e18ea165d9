/** The name beside the mark and in titles. With `colours.ts` and `logo` it is all of the brand. */
export const brand = { name: 'Tideline' } as const
