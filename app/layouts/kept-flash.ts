import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/** What has just gone well is told once by the server, and stands on its page while that page's data is asked for anew. */
export function useKeptFlash<Flash>(flash: Flash | null): Flash | null {
  const { key } = useLocation()
  const [kept, keep] = useState({ key, flash })
  const isNew = kept.key !== key || (flash !== null && flash !== kept.flash)
  if (isNew) keep({ key, flash })
  return isNew ? flash : kept.flash
}
