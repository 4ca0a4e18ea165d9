/** That of the device, or one of the two whatever the device is set to. */
export const themes = ['device', 'day', 'night'] as const
export type Theme = (typeof themes)[number]
