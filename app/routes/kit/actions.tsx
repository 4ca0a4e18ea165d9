import { Button, ButtonLink } from '~/ui/button/button'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { Icon } from '~/ui/icon/icon'
import { type IconName, shapes } from '~/ui/icon/shapes'
import { Cluster } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Kind } from './kind'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export function Actions() {
  return (
    <Kind name="Actions">
      <Cluster>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Cluster>
      <Cluster>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} icon="check" pending="Sending…">
            {variant}, pending
          </Button>
        ))}
      </Cluster>
      <Cluster>
        {variants.map((variant) => (
          <ButtonLink key={variant} href="#actions" variant={variant} size="small" icon="arrowRight">
            {variant}, a small link
          </ButtonLink>
        ))}
      </Cluster>
      <p>
        A sentence with <Link href="#actions">a link</Link> in it.
      </p>
      <Cluster>
        Copying appears where scripts run:
        <CopyButton text="Tideline" label="Copy" doneLabel="Copied" />
      </Cluster>
      <Cluster gap={5}>
        {(Object.keys(shapes) as IconName[]).map((name) => (
          <Cluster key={name} gap={1}>
            <Icon name={name} size={24} />
            <Icon name={name} />
            <Icon name={name} size={16} />
            {name}
          </Cluster>
        ))}
      </Cluster>
    </Kind>
  )
}
