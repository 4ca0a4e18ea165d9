import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { Stack } from '~/ui/layout/layout'
import { CaseName } from './case-name'
import { type DescribedCase } from './describe.server'
import { Tick } from './several-form'

interface ChosenCasesProps {
  queue: CaseQueue
  cases: readonly DescribedCase[]
  chosen: readonly string[]
}

/** The cases of a form that was not accepted, ticked as they were. */
export function ChosenCases({ queue, cases, chosen }: ChosenCasesProps) {
  const ids = cases.map(({ id }) => id)
  return (
    <Stack as="ul" gap={2}>
      {cases.map((one) => (
        <li key={one.id}>
          <Tick id={one.id} ids={ids} checked={chosen.includes(one.id)}>
            <CaseName {...one} queue={queue} />
          </Tick>
        </li>
      ))}
    </Stack>
  )
}
