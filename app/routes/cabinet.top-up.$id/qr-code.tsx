import { useI18n } from '~/i18n/context'
import { type QrDrawing } from './qr.server'
import * as styles from './qr-code.css'

/** The code as the server drew it. */
export function QrCode({ drawing: { size, path } }: { drawing: QrDrawing }) {
  const { t } = useI18n()
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('cabinet:refill.qr')}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
