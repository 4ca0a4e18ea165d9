import { type ComponentProps } from 'react'
import { Table as KitTable } from '~/ui/table/table'
import { MissingValue } from './missing-value'

/** The kit's table with the text for missing values. */
export function Table<Row>(props: Omit<ComponentProps<typeof KitTable<Row>>, 'missing'>) {
  return <KitTable {...props} missing={<MissingValue />} />
}
