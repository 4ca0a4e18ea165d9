import { Card } from '~/ui/card/card'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import * as styles from './verification.css'

/** What happens to the documents when they are sent; its texts stay on the server. */
export function Then({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <Card>
      <Section id="then" title={title} onCard>
        <Stack as="ol" gap={4} className={styles.steps}>
          {steps.map((text) => (
            <li key={text} className={styles.step}>
              {text}
            </li>
          ))}
        </Stack>
      </Section>
    </Card>
  )
}
