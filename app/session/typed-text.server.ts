/**
 * A posted text with its breaks as one character each. Browsers send two for each, while a field's `maxLength` counts one: a text that
 * its field takes would be too long for us.
 */
export const typedText = (posted: string): string => posted.replace(/\r\n?/g, '\n')
