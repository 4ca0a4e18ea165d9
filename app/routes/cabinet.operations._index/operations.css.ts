import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { cabinet } from '../../ui/theme/layers.css'
import { visuallyHidden } from '../../ui/layout/layout.css'
import { cabinetPart } from '../../ui/theme/style'

/** The page on paper is a statement: no controls, and tables as tables on a sheet that is narrower than a desktop. */
export const statement = cabinetPart.style({})

/** The title of the page says the same. */
export const listHeading = cabinetPart.style({}, [visuallyHidden])

export const printed = cabinetPart.style({
  display: 'none',
  '@media': { print: { display: 'block', maxWidth: '24rem' } },
})

function onPaper(selector: string, rule: GlobalStyleRule) {
  const selectors = selector.split(', ').map((one) => `${statement} ${one}`)
  globalStyle(selectors.join(', '), { '@media': { print: { '@layer': { [cabinet]: rule } } } })
}

onPaper('form, nav, header > p, header a', { display: 'none' })
onPaper('table', { display: 'table', width: '100%', borderCollapse: 'collapse', fontSize: '8pt' })
onPaper('thead', { display: 'table-header-group' })
onPaper('tbody', { display: 'table-row-group' })
onPaper('tr', { display: 'table-row', breakInside: 'avoid' })
onPaper('th, td', {
  display: 'table-cell',
  padding: '3pt 6pt 3pt 0',
  borderBlockEnd: '0.5pt solid',
  verticalAlign: 'baseline',
})
onPaper(
  'th:nth-last-child(-n+2), td:nth-last-child(-n+2), [aria-labelledby=summary] td, [aria-labelledby=summary] th + th',
  {
    textAlign: 'end',
  },
)
onPaper('tbody span', { padding: 0, background: 'none', color: 'inherit', fontSize: 'inherit' })
onPaper('td::before, th::before', { content: 'none' })
onPaper('section a', { color: 'inherit', textDecoration: 'none' })
