import { type QrDrawing } from './qr.server'
import * as styles from './qr-code.css'

interface QrCodeProps {
  drawing: QrDrawing
  /** The code's content, for screen readers. */
  label: string
}

/** The code as the server drew it. */
export function QrCode({ drawing: { size, path }, label }: QrCodeProps) {
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path className={styles.modules} d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path className={styles.modules} d={path} fill="#000" />
    </svg>
  )
}
