/** The files of a verification by the contract's names, in the order of the form. */
export const documents = ['photoDocument', 'photoLogin', 'photoWallet'] as const

export type Document = (typeof documents)[number]

/** What the upstream takes; which kind a file really is, it finds out itself. */
export const documentKinds = '.jpg,.jpeg,.png,.webp,.pdf'
