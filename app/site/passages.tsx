import { type ReactNode } from 'react'
import { Stack } from '~/ui/layout/layout'
import { heading } from './headings.css'

export interface Passage {
  title: string
  text: ReactNode
  /** The languages of a title and a text that are not in the page's. */
  langs?: { title: string | undefined; text: string | undefined }
}

interface PassagesProps {
  items: readonly Passage[]
  /** The level of their headings: `h2` for a whole page, `h3` within a section. */
  as?: 'h2' | 'h3'
}

/** Reading text: headings, each with its text. */
export function Passages({ items, as: Heading = 'h2' }: PassagesProps) {
  return (
    <Stack gap={5} width="reading">
      {items.map(({ title, text, langs }) => (
        <Stack key={title} gap={2} as="section">
          <Heading className={heading[Heading]} lang={langs?.title}>
            {title}
          </Heading>
          <p lang={langs?.text}>{text}</p>
        </Stack>
      ))}
    </Stack>
  )
}
