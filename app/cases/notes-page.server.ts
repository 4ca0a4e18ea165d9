import { readListQuery } from '~/lists/list-query.server'

/** Which page of the notes an address names, as the calls of cases and investors take it. */
export const notesPageIn = ({ searchParams }: URL): { notesPage?: number } =>
  readListQuery('operator.investor', searchParams, ['notesPage'])
