import { useEffect, useRef, useState } from 'react'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import * as styles from './preview.css'

/** As wide as it is drawn; a photo of a phone has ten times as much. */
const widthPx = 320

/** The chosen picture, small, with its name and size. A PDF has a name and a size. */
export function Preview({ file }: { file: File }) {
  const { t, number } = useI18n()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<File | null>(null)
  useEffect(() => {
    let isOver = false
    void drawnOf(file).then((picture) => {
      if (isOver || !picture || !canvas.current) return
      canvas.current.width = picture.width
      canvas.current.height = picture.height
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      setDrawn(file)
    })
    return () => {
      isOver = true
    }
  }, [file])
  const size = t('common:form.megabytes', { max: number(Math.ceil(file.size / 104_857.6) / 10) })
  return (
    <Stack gap={2}>
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={t('settings:verification.preview', { name: file.name })}
        hidden={drawn !== file}
      />
      <Soft small className={styles.name}>
        {t('settings:verification.chosen', { name: file.name, size })}
      </Soft>
    </Stack>
  )
}

/** The picture at the size of its preview, without an address that the content policy would have to let in; null: it is none. */
async function drawnOf(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
  } catch {
    return null
  }
}
