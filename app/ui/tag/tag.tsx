import { type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as styles from './tag.css'

interface TagProps {
  meaning?: keyof typeof styles.meaning
  icon: IconName
  children: ReactNode
}

/** A state: an icon and a word, so that colour is never the only sign of it. */
export function Tag({ meaning = 'neutral', icon, children }: TagProps) {
  return (
    <span className={styles.meaning[meaning]}>
      <Icon name={icon} size={16} />
      <span className={styles.word}>{children}</span>
    </span>
  )
}
