/**
 * The largest files that forms accept, in MiB, as shown to readers. The contract defines them, but a browser does not
 * load it; a test compares the two. Another upstream may accept less.
 */
export const documentMaxMib = 10
export const resumeMaxMib = 5
