import * as styles from './home.css'

interface PointsProps {
  items: readonly { title: string; text: string }[]
}

/** A few things of equal weight, beside each other where there is room; five as three and two. */
export function Points({ items }: PointsProps) {
  const look =
    items.length === 5
      ? { list: styles.steps, item: styles.step }
      : { list: styles.points, item: styles.point }
  return (
    <ul role="list" className={look.list}>
      {items.map(({ title, text }) => (
        <li key={title} className={look.item}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
