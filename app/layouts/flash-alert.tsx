import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { Alert } from '~/ui/alert/alert'

type FlashKey = Extract<TextKey, `common:flash.${string}`> extends `common:flash.${infer Key}` ? Key : never

/** What just went well, told on the page that came of it. */
export function FlashAlert({ flash }: { flash: FlashKey | null }) {
  const i18n = useI18n()
  return flash && <Alert meaning="success" role="status" title={i18n.t(`common:flash.${flash}`)} />
}
