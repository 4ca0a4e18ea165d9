import { Chart } from '~/ui/chart/chart'
import { type At } from '~/ui/chart/drawing.server'
import { Columns } from '~/ui/layout/layout'
import { type ChartSamples } from './charts.server'
import { Kind } from './kind'

const common = {
  at: (at: At) => String(at).slice(5),
  value: (value: string) => `${value} USDT`,
  table: { label: 'As a table', at: 'Day' },
}

export function Charts({ samples }: { samples: ChartSamples }) {
  return (
    <Kind name="Charts">
      <Chart {...common} drawing={samples.two} caption="Two courses" names={['Balance', 'Income']} />
      <Columns gap={6}>
        <Chart
          {...common}
          drawing={samples.turning}
          caption="One that turns"
          names={['Accrued']}
          legend={['First term', 'Second term']}
        />
        <Chart {...common} drawing={samples.columns} caption="Columns" names={['Income']} />
        <Chart {...common} drawing={samples.flat} caption="Nothing rises" names={['Income']} />
      </Columns>
    </Kind>
  )
}
