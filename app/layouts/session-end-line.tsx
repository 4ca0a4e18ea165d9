import { type SessionEnd } from '~/session/session.server'
import { useI18n } from '~/locale/context'

/** When the session ends, on every page: readers without scripts have no other warning. */
export function SessionEndLine({ end }: { end: SessionEnd }) {
  const { t, time } = useI18n()
  return t(end.isFinal ? 'cabinet:layout.session.endsFinally' : 'cabinet:layout.session.ends', {
    time: time(end.at),
  })
}
