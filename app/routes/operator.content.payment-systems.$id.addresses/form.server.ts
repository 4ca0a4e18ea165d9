import { z } from 'zod'

/** As many as one call takes. */
const maxAddresses = 500

/** One address a line, as a signer exports them. */
export const AddressesForm = z.object({
  addresses: z
    .string('required')
    .max(maxAddresses * 260, 'too_long')
    .transform((typed) =>
      typed
        .split(/[\s,;]+/)
        .map((address) => address.trim())
        .filter(Boolean),
    )
    .refine((addresses) => addresses.length > 0, 'required')
    .refine((addresses) => addresses.length <= maxAddresses, 'too_long'),
})
