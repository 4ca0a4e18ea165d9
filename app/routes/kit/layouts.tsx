import { Card } from '~/ui/card/card'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Columns, Soft, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Logo } from '~/ui/logo/logo'
import { Section } from '~/ui/section/section'
import { Kind } from './kind'

export function Layouts() {
  return (
    <Kind name="Layout">
      <Logo href="#layout" />
      <Section id="part" title="A section" aside={<Link href="#part">All of it</Link>}>
        <Columns>
          <Card>A card</Card>
          <Card>
            Another, <VisuallyHidden>with words for those who listen, </VisuallyHidden>of the same width
          </Card>
          <Card>
            <Soft>Second in rank</Soft>
            <Soft small>And small</Soft>
          </Card>
        </Columns>
      </Section>
      <div>
        <Disclosure title="A question">Its answer.</Disclosure>
        <Disclosure title="Another question">Its answer.</Disclosure>
      </div>
    </Kind>
  )
}
