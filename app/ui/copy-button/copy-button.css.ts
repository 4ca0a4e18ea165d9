import { kit } from '../theme/style'

/** Its place, where scripts are on their way that may show it, so that nothing moves when they do. */
export const expected = kit.style({
  selectors: { '&&': { display: 'none' } },
  '@media': {
    '(scripting: enabled)': { selectors: { '&&': { display: 'inline-flex', visibility: 'hidden' } } },
  },
})
