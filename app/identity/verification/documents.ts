/** The files of a verification by the contract's names, in the order of the form. */
export const documents = ['photoDocument', 'photoLogin', 'photoWallet'] as const

export type Document = (typeof documents)[number]

/** The accepted types. The upstream itself checks the type of a file's content. */
export const documentKinds = '.jpg,.jpeg,.png,.webp,.pdf'
