import { Tag } from '~/ui/tag/tag'

/** Whether investors can have something now, in the words of the page. */
export function OpenState({ isOpen, open, closed }: { isOpen: boolean; open: string; closed: string }) {
  return (
    <Tag meaning={isOpen ? 'success' : 'neutral'} icon={isOpen ? 'checkCircle' : 'crossCircle'}>
      {isOpen ? open : closed}
    </Tag>
  )
}
