import { type Verification } from '~/contract/extensions/operator/queues'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './documents.css'

type Document = Verification['documents'][number]

/** What browsers draw on a page, and what they open on its own. The others can only be saved. */
const drawn: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const opened: readonly string[] = [...drawn, 'application/pdf']

interface DocumentsProps {
  documents: Verification['documents']
  /** Whether this operator may look at them. Each look is in the audit trail. */
  mayLook: boolean
}

/** The documents themselves: pictures small, each a link to the whole; anything else as a link. */
export function Documents({ documents, mayLook }: DocumentsProps) {
  const { t } = useI18n()
  return (
    <Section id="documents" title={t('cases:fact.documents')}>
      <Stack gap={4}>
        {documents.length === 0 ? (
          <Soft>{t('cases:documents.none')}</Soft>
        ) : (
          <div className={styles.list}>
            {documents.map((document) => (
              <OneDocument key={document.id} document={document} mayLook={mayLook} />
            ))}
          </div>
        )}
        {documents.length > 0 && (
          <Soft small>{t(`cases:documents.${mayLook ? 'recorded' : 'notForRole'}`)}</Soft>
        )}
      </Stack>
    </Section>
  )
}

function OneDocument({
  document: { id, field, mediaType },
  mayLook,
}: {
  document: Document
  mayLook: boolean
}) {
  const { t, has } = useI18n()
  const key = `settings:verification.${field}`
  const name = has(key) ? t(key) : field
  if (!mayLook) return <p>{name}</p>
  const href = operatorPaths.document(id)
  const isOpened = opened.includes(mediaType)
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
        {!isOpened && <Soft small>{t('cases:documents.savedOnly')}</Soft>}
      </figcaption>
    </figure>
  )
}

/** `application/pdf` as people know it: PDF. */
const kindText = (mediaType: string) => mediaType.split('/').at(-1)!.toUpperCase()
