import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import * as styles from './documents.css'

/** What browsers draw on a page, and what they open on its own. The others can only be saved. */
const drawn: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const opened: readonly string[] = [...drawn, 'application/pdf']

interface DocumentLinkProps {
  href: string
  name: string
  mediaType: string
}

/** A file that was handed in: a picture small, as a link to the whole; anything else as a link. */
export function DocumentLink({ href, name, mediaType }: DocumentLinkProps) {
  const { t } = useI18n()
  return (
    <figure className={styles.document}>
      {drawn.includes(mediaType) && (
        <Link toFile href={href} target="_blank" rel="noopener">
          <img className={styles.picture} src={href} alt={name} loading="lazy" />
        </Link>
      )}
      <figcaption>
        <Link toFile href={href} target="_blank" rel="noopener">
          {name}
        </Link>
        {!drawn.includes(mediaType) && <Soft small>{kindText(mediaType)}</Soft>}
        {!opened.includes(mediaType) && <Soft small>{t('cases:documents.savedOnly')}</Soft>}
      </figcaption>
    </figure>
  )
}

/** `application/pdf` as people know it: PDF. */
const kindText = (mediaType: string) => mediaType.split('/').at(-1)!.toUpperCase()
