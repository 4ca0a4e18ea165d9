/** The largest file that a form takes, in MiB, as a reader is told. The upstream may take less. */
export const largestFileMb = 10
