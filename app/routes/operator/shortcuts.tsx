import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { buttonClass } from '~/ui/button/button'
import * as styles from './shortcuts.css'

/** The place of the button that lists the keys. Its script makes the button: without scripts there are no keys. */
export function Shortcuts() {
  const { t } = useI18n()
  const { nonce, islandHref } = useDocumentFacts()
  const script = islandHref?.('shortcuts')
  if (!script) return null
  const texts = {
    title: t('operator:shortcuts.title'),
    keys: {
      j: t('operator:shortcuts.nextRow'),
      k: t('operator:shortcuts.previousRow'),
      Enter: t('operator:shortcuts.open'),
      x: t('operator:shortcuts.tick'),
      '/': t('operator:shortcuts.search'),
      n: t('operator:shortcuts.nextCase'),
      t: t('operator:shortcuts.take'),
      '1 – 5': t('operator:shortcuts.choose'),
      Esc: t('operator:shortcuts.leave'),
      'Ctrl + Enter': t('operator:shortcuts.send'),
      y: t('operator:shortcuts.confirm'),
      b: t('operator:shortcuts.change'),
      '?': t('operator:shortcuts.help'),
    },
    off: t('operator:shortcuts.off'),
    on: t('operator:shortcuts.on'),
    close: t('common:action.close'),
  }
  return (
    <div
      className={styles.place}
      data-shortcuts=""
      data-texts={JSON.stringify(texts)}
      data-class={buttonClass({ variant: 'quiet', size: 'small' })}
      data-dialog={styles.dialog}
    >
      <script type="module" src={script} nonce={nonce} />
    </div>
  )
}
