import * as styles from './home.css'

/** The top of the water, and where it drops: each from the lighter layer to the deeper one, as wide as the window. */
const edges = {
  shore: {
    depths: [0, 1],
    paths: ['M0 40c240-54 420-40 700-6s520 30 740-18v84H0z', 'M0 66c280 28 460 20 720-6s480-20 720 14v26H0z'],
  },
  drop: {
    depths: [2, 3, 4],
    paths: [
      'M0 26c220-30 460-26 700 2s520 22 740-10v82H0z',
      'M0 54c260 24 500 18 740-6s460-16 700 12v40H0z',
      'M0 84c300-20 520-16 760 0s460 10 680-6v22H0z',
    ],
  },
} as const

/** Says nothing that the words beside it don't. */
export function WaterEdge({ at }: { at: keyof typeof edges }) {
  const { depths, paths } = edges[at]
  return (
    <svg
      className={styles.edge[at]}
      viewBox="0 0 1440 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {depths.map((depth, place) => (
        <path key={depth} className={styles.layer[depth]} d={paths[place]} />
      ))}
    </svg>
  )
}
