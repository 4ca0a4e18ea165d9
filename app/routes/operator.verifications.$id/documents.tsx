import { type Verification } from '~/contract/extensions/operator/queues'
import { DocumentLink } from '~/cases/document-link'
import * as styles from '~/cases/documents.css'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

type Document = Verification['documents'][number]

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
  return <DocumentLink href={operatorPaths.document(id)} name={name} mediaType={mediaType} />
}
