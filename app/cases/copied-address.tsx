import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { Button } from '~/ui/button/button'
import { Cluster } from '~/ui/layout/layout'

interface CopiedAddressProps {
  value: string
  of: 'address' | 'hash'
  /** Its beginning and its end; the button copies all of it. */
  short?: boolean
}

/** An address or a hash with a button to copy it, which appears where `CopyScript` runs. */
export function CopiedAddress({ value, of, short }: CopiedAddressProps) {
  const { t } = useI18n()
  return (
    <Cluster gap={2}>
      <Address value={value} short={short} />
      <Button
        hidden
        size="small"
        icon="copy"
        data-copy={value}
        data-done={t('common:action.copied')}
        title={t(`cases:copy.${of}`)}
      >
        <span aria-live="polite">{t('cases:copy.name')}</span>
      </Button>
    </Cluster>
  )
}

/** Once on a page with such addresses. */
export function CopyScript() {
  const { nonce, islandHref } = useDocumentFacts()
  const script = islandHref?.('copy')
  return script && <script type="module" src={script} nonce={nonce} />
}
