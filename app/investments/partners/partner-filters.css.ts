import { cabinetPart } from '~/ui/theme/style'
import { columnsFrom } from '~/ui/table/table.css'

export const container = cabinetPart.style({ containerType: 'inline-size', minWidth: 0 })

/** The heads of the table sort it; this stands where it is too narrow to have any. */
export const withoutHeads = cabinetPart.style({
  flexBasis: '13rem',
  '@container': { [`(min-width: ${columnsFrom.many})`]: { display: 'none' } },
})
