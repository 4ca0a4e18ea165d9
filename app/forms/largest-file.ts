/**
 * The largest files that forms take, in MiB, as a reader is told. They are those of the contract, which a browser does not
 * load; a test holds them to it. Another upstream may take less.
 */
export const documentMaxMib = 10
export const resumeMaxMib = 5
