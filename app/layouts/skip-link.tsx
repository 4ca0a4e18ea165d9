import { useI18n } from '~/locale/context'
import * as styles from './skip-link.css'

export const mainId = 'main'

/** The first stop of the keyboard, seen only there. */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`}>
      {useI18n().t('common:navigation.skip')}
    </a>
  )
}
