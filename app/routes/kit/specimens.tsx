import { Button } from '~/ui/button/button'
import { PageHeader } from '~/ui/page-header/page-header'
import { Tabs } from '~/ui/tabs/tabs'
import { Tag } from '~/ui/tag/tag'
import { Actions } from './actions'
import { type ChartSamples } from './charts.server'
import { Charts } from './charts'
import { Fields } from './fields'
import { Figures } from './figures'
import * as styles from './kit.css'
import { Layouts } from './layouts'
import { Messages } from './messages'
import { type Theme, themes } from './themes'
import { Tokens } from './tokens'

interface SpecimensProps {
  theme: Theme
  charts: ChartSamples
  hrefOf: (theme: Theme) => string
}

/** Every component of the kit in each of its states, in one theme or the other. */
export function Specimens({ theme, charts, hrefOf }: SpecimensProps) {
  return (
    <div className={styles.theme[theme]}>
      <main className={styles.main}>
        <PageHeader
          title="The kit"
          lead="Every component of app/ui in each of its states, and what all of them are made of."
          back={{ href: '#tokens', label: 'Where a page belongs' }}
          tag={<Tag icon="lock">development only</Tag>}
          action={<Button variant="primary">The main action</Button>}
        />
        <Tabs
          label="Theme"
          items={themes.map((one) => ({ href: hrefOf(one), label: one, current: one === theme }))}
        />
        <Tokens />
        <Actions />
        <Fields />
        <Messages />
        <Figures />
        <Charts samples={charts} />
        <Layouts />
      </main>
    </div>
  )
}
