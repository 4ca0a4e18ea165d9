import { type Document, documents } from '~/identity/verification/documents'
import { type I18n } from '~/locale/create'
import { type ExpectedPicture } from './documents-form'

/** What each picture is to show, in words and as a drawing. They come with the page, so that its script has none. */
export const expectedPictures = ({ t }: Pick<I18n, 't'>): Record<Document, ExpectedPicture> =>
  Object.fromEntries(
    documents.map((name) => [
      name,
      { hint: t(`security:verification.hint.${name}`), drawing: drawings[name] },
    ]),
  ) as Record<Document, ExpectedPicture>

/** The path of each drawing, 64 × 48. */
const drawings: Record<Document, string> = {
  /** A page with a photo. */
  photoDocument:
    'M4 7h56v34H4zM13 33c0-5 3-7 7-7s7 2 7 7M20 23a4 4 0 1 0 0-8 4 4 0 0 0 0 8M34 17h18M34 25h18M34 33h11',
  /** A face beside a sheet. */
  photoLogin:
    'M20 21a7 7 0 1 0 0-14 7 7 0 0 0 0 14M6 42c0-9 6-14 14-14 3 0 6 1 8 2M34 20h24v20H34zM40 28h12M40 34h8',
  /** A screen with an address. */
  photoWallet: 'M19 3h26v42H19zM29 7h6M27 13h10v10H27zM25 30h14M25 36h9',
}
