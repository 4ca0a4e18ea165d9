import { Link } from '../link/link'
import { brand } from '../theme/brand'
import * as styles from './logo.css'

/** The mark and the name. A company puts its own here, into `theme/brand.ts` and `theme/colours.ts`. */
export function Logo({ href }: { href: string }) {
  return (
    <Link href={href} className={styles.logo}>
      <svg
        className={styles.mark}
        width="28"
        height="28"
        viewBox="0 0 28 28"
        aria-hidden="true"
        focusable="false"
      >
        <circle className={styles.air} cx="14" cy="14" r="13" />
        <path
          className={styles.water}
          d="M1.1 15.6A13 13 0 0 0 26.9 15.6c-2 .3-3-1.1-5.2-1.1-2.6 0-3 1.7-5.6 1.7s-3-1.7-5.6-1.7-3 1.7-5.4 1.7c-1.7 0-2.6-.6-4-.6z"
        />
      </svg>
      <span>{brand.name}</span>
    </Link>
  )
}
