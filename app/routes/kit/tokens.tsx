import { Stack } from '~/ui/layout/layout'
import { Kind } from './kind'
import * as styles from './kit.css'

/** What everything else is made of. */
export function Tokens() {
  return (
    <Kind name="Tokens">
      <ul role="list" className={styles.swatches}>
        {Object.entries(styles.colour).map(([name, colour]) => (
          <li key={name}>
            <div className={colour} />
            {name}
          </li>
        ))}
      </ul>
      <Stack gap={2}>
        {Object.entries(styles.size).map(([name, size]) => (
          <p key={name} className={size}>
            {name}: 1,234.56 USDT, Волна и глубина
          </p>
        ))}
      </Stack>
      <Stack as="ul" gap={2}>
        {Object.entries(styles.space).map(([name, space]) => (
          <li key={name}>
            space {name}
            <div className={`${styles.bar} ${space}`} />
          </li>
        ))}
      </Stack>
    </Kind>
  )
}
