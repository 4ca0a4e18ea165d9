import { sitePart } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

/** One size per level on all pages: a section's title below `h1`, and one step smaller inside a section. */
export const heading = sitePart.variants({
  h2: { fontSize: vars.size.h3 },
  h3: { fontSize: vars.size.h4 },
})
