import { useDocumentFacts } from '~/framework/document'

/**
 * What a browser that understands speculation rules fetches before it is asked for. Only the page is fetched, never what
 * is on it: a look at a document is recorded when somebody looks. Nothing is kept beyond the page that asked for it.
 */

/** The next case, which opens without a wait after a decision or by its link. */
export function PrefetchNext({ href }: { href: string | null }) {
  return href !== null && <Rules prefetch={[{ source: 'list', urls: [href], eagerness: 'immediate' }]} />
}

/** The case of a list, or of the list beside another case, that the pointer rests on. */
export function PrefetchPointed() {
  const where = { selector_matches: 'main :is(tbody [role=rowheader], [data-rows]) a' }
  return <Rules prefetch={[{ source: 'document', where, eagerness: 'moderate' }]} />
}

function Rules(rules: { prefetch: readonly object[] }) {
  const { nonce } = useDocumentFacts()
  // As text of a script, no character may end it.
  const text = JSON.stringify(rules).replaceAll('<', '\\u003c')
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
}

/** The script that brings the parts of a page up to date which has been fetched before it was asked for. */
export function FreshParts() {
  const { nonce, islandHref } = useDocumentFacts()
  const script = islandHref?.('fresh')
  return script && <script type="module" src={script} nonce={nonce} />
}
