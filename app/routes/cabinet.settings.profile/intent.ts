/** What the form about the person says of itself beside the form of the contacts. */
export const personIntent = 'person'
