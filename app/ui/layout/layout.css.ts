import { kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const stack = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  minWidth: 0,
})
export const cluster = kit.style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center' })

export const gap = kit.variants({
  1: { gap: vars.space[1] },
  2: { gap: vars.space[2] },
  3: { gap: vars.space[3] },
  4: { gap: vars.space[4] },
  5: { gap: vars.space[5] },
  6: { gap: vars.space[6] },
  7: { gap: vars.space[7] },
})

export const spread = kit.style({ justifyContent: 'space-between' })
export const baseline = kit.style({ alignItems: 'baseline' })

export const width = kit.variants({
  form: { maxWidth: vars.width.form },
  reading: { maxWidth: vars.width.reading },
})

/** Columns of equal width that are never narrower than 17rem. */
export const columns = kit.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(17rem, 100%), 1fr))',
  alignItems: 'start',
})

/** Two short fields side by side, unless large text leaves each too little. */
export const pair = kit.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  gap: `${vars.space[5]} ${vars.space[3]}`,
  // Inputs are level also below labels of two lines; an error below one of them moves the other one nowhere.
  alignItems: 'end',
  selectors: { '&:has([aria-invalid="true"])': { alignItems: 'start' } },
})

export const soft = kit.style({ color: vars.colour.soft })
export const small = kit.style({ fontSize: vars.size.small })

/** Read out, not shown. */
export const visuallyHidden = kit.style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
})
