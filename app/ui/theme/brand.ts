/** The name next to the logo and in titles. With `colours.ts` and `logo` it is the whole brand. */
export const brand = { name: 'Tideline' } as const
