import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Columns, Soft, Stack, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Logo } from '~/ui/logo/logo'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { SettingDisclosure, SettingRow, SettingRows } from '~/ui/setting-rows/setting-rows'
import { Tabs } from '~/ui/tabs/tabs'
import { Tag } from '~/ui/tag/tag'
import { Actions } from './actions'
import { Chart } from '~/ui/chart/chart'
import { LiveChart } from '~/ui/chart/live-chart'
import { type At } from '~/ui/chart/drawing.server'
import { type ChartSamples } from './charts.server'
import { Fields } from './fields'
import { Figures } from './figures'
import { Kind } from './kind'
import * as styles from './kit.css'
import { Messages } from './messages'

/** The device's theme, or a fixed one. */
export const themes = ['device', 'day', 'night'] as const
export type Theme = (typeof themes)[number]

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

/** The tokens: colours, type and spacing. */
function Tokens() {
  return (
    <Kind name="Tokens">
      <ul role="list" className={styles.swatches}>
        {Object.entries(styles.colour).map(([name, colour]) => (
          <li key={name}>
            <div className={colour} />
            {name}
          </li>
        ))}
      </ul>
      <Stack gap={2}>
        {Object.entries(styles.size).map(([name, size]) => (
          <p key={name} className={size}>
            {name}: 1,234.56 USDT, Волна и глубина
          </p>
        ))}
      </Stack>
      <Stack as="ul" gap={2}>
        {Object.entries(styles.space).map(([name, space]) => (
          <li key={name}>
            space {name}
            <div className={`${styles.bar} ${space}`} />
          </li>
        ))}
      </Stack>
    </Kind>
  )
}

function Layouts() {
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
      <SettingRows>
        <SettingRow id="one-setting" title="A setting" action={<Button>Change it</Button>}>
          How it is set now.
        </SettingRow>
        <SettingRow id="another-setting" title="Another setting" action={<Button>Choose</Button>}>
          Not set.
        </SettingRow>
        <SettingDisclosure
          icon="wallet"
          title="A setting"
          action="Change"
          state="How it is set."
          isOpen={false}
        >
          Where it is changed.
        </SettingDisclosure>
      </SettingRows>
      <div>
        <Disclosure title="A question">Its answer.</Disclosure>
        <Disclosure title="Another question">Its answer.</Disclosure>
      </div>
    </Kind>
  )
}

const chartTexts = {
  at: (at: At) => String(at).slice(5),
  value: (value: string) => `${value} USDT`,
  level: (value: string) => value,
  table: { label: 'As a table', at: 'Day' },
}

function Charts({ samples }: { samples: ChartSamples }) {
  return (
    <Kind name="Charts">
      <LiveChart {...chartTexts} drawing={samples.two} caption="Two courses" names={['Balance', 'Income']} />
      <Columns gap={6}>
        <Chart
          {...chartTexts}
          drawing={samples.turning}
          caption="One that turns"
          names={['Accrued']}
          legend={['First term', 'Second term']}
        />
        <Chart {...chartTexts} drawing={samples.columns} caption="Columns" names={['Income']} />
        <Chart {...chartTexts} drawing={samples.flat} caption="Nothing rises" names={['Income']} />
      </Columns>
    </Kind>
  )
}
