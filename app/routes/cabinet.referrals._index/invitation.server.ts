import { paths } from '~/paths'
import { drawQr, type QrDrawing } from '~/ui/qr-code/qr.server'

/** The referral link, to be copied and to be scanned. */
export interface InvitationLink {
  link: string
  qr: QrDrawing
}

/** @param publicUrl where browsers find this product, for whoever is invited may be anywhere */
export function invitation(publicUrl: URL, login: string): InvitationLink {
  const link = new URL(paths.register(login), publicUrl).href
  return { link, qr: drawQr(link) }
}
