import { cabinetPart } from '~/ui/theme/style'
import { columnsFrom } from '~/ui/table/table.css'

export const container = cabinetPart.style({ containerType: 'inline-size', minWidth: 0 })

/** A choice of order for screens that are too narrow for the table's heads. */
export const withoutHeads = cabinetPart.style({
  flexBasis: '13rem',
  '@container': { [`(min-width: ${columnsFrom.many})`]: { display: 'none' } },
})
