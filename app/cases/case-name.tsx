import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type DescribedCase } from './describe.server'
import { casePath } from './paths'

/** A case among several: a link to its page, and what it is about. */
export function CaseName({ queue, id, name, what }: DescribedCase & { queue: CaseQueue }) {
  return (
    <>
      <Link href={casePath[queue](id)}>{name}</Link>
      {what !== null && <Soft small>{what}</Soft>}
    </>
  )
}
