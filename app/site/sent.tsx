import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

/** The page after a form has arrived. It is the same for all, so that it reveals nothing of what was sent. */
export function Sent({
  title,
  text,
  back,
}: {
  title: string
  text: string
  back: { href: string; label: string }
}) {
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={title} lead={text} />
      <div>
        <ButtonLink href={back.href}>{back.label}</ButtonLink>
      </div>
    </Stack>
  )
}
