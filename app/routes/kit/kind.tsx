import { type ReactNode } from 'react'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** Specimens of one kind below their name. */
export function Kind({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section id={name.toLowerCase()} title={name}>
      <Stack gap={5}>{children}</Stack>
    </Section>
  )
}
