import { z } from 'zod'
import { currentPasswordFields } from '~/forms/current-password-field.server'

/** Every wallet of the page with its system, in the page's order; an empty address stands for none. */
export const WalletsForm = z.object({
  wallets: z
    .array(
      z.object({
        system: z.string('invalid').max(64, 'invalid'),
        address: z.string().trim().max(256, 'too_long').default(''),
      }),
    )
    .max(50, 'invalid')
    .default([]),
  ...currentPasswordFields,
})
export type TypedWallet = z.output<typeof WalletsForm>['wallets'][number]

export const addressField = (at: number) => `wallets[${at}].address`
