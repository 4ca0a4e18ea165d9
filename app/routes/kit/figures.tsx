import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Cluster, Columns, Stack } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { Pagination } from '~/ui/pagination/pagination'
import { Progress } from '~/ui/progress/progress'
import { type Column, Table } from '~/ui/table/table'
import { Button } from '~/ui/button/button'
import { PhoneLink } from '~/ui/phone-link/phone-link'
import { Receipt, ReceiptButtons, ReceiptReading } from '~/ui/receipt/receipt'
import { Track } from '~/ui/track/track'
import { Timeline } from '~/ui/timeline/timeline'
import { Kind } from './kind'

const parts = { sign: '', integer: '1,234', separator: '.', fraction: '50', currency: 'USDT' }
const long = { sign: '−', integer: '0', separator: '.', fraction: '000000000000000001', currency: 'ETH' }

interface Row {
  date: string
  what: string
  amount: string
}
const columns: Column<Row>[] = [
  {
    key: 'date',
    label: 'Date',
    sort: { href: '#figures', direction: 'descending' },
    cell: ({ date }) => date,
  },
  {
    key: 'what',
    label: 'What',
    sort: { href: '#figures', direction: null },
    lead: true,
    cell: ({ what }) => what,
  },
  { key: 'amount', label: 'Amount', figures: true, cell: ({ amount }) => amount },
]
const rows: Row[] = [
  { date: '5 January', what: 'Income', amount: '+3.33 USDT' },
  { date: '4 January', what: 'Deposit opened', amount: '−300.00 USDT' },
]

export function Figures() {
  return (
    <Kind name="Figures">
      <Cluster gap={6} baseline>
        <Money parts={parts} />
        <Money parts={parts} size="large" />
        <Money parts={parts} size="lead" />
        <Money parts={parts} direction="in" />
        <Money parts={parts} direction="out" />
        <Money parts={long} />
      </Cluster>
      <Address value="TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ" />
      <Address value="TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ" short />
      <Columns gap={6}>
        <DescriptionList
          facts={[
            { term: 'A name', value: 'Its value', note: 'A line in small type.' },
            { term: 'What the page is about', value: '300.00 USDT', strong: true },
          ]}
        />
        <DescriptionList
          figures
          facts={[
            { term: 'Amount', value: '300.00 USDT' },
            { term: 'Fee', value: '1.00 USDT' },
            { term: 'What arrives', value: '299.00 USDT', strong: true },
          ]}
        />
      </Columns>
      <Stack>
        <Progress value={0} max={50} label="Day 0 of 50" rest="50 days left" />
        <Progress value={12} max={50} label="Day 12 of 50" rest="38 days left" />
        <Progress value={50} max={50} label="Day 50 of 50" />
      </Stack>
      <Track
        label="Day 70 of 100"
        value={70}
        stops={[
          { key: 'start', place: 0, title: 'Opened', note: '5 January' },
          { key: 'middle', place: 50, title: 'First term ends', note: '24 February' },
          { key: 'end', place: 100, title: 'Second term ends', note: '15 April' },
        ]}
      />
      <Timeline
        steps={[
          { key: 'done', state: 'done', stateLabel: 'done', title: 'What has happened', time: '5 January' },
          {
            key: 'current',
            state: 'current',
            stateLabel: 'now',
            title: 'What happens',
            text: 'What it means.',
          },
          {
            key: 'ahead',
            state: 'ahead',
            stateLabel: 'to come',
            title: 'What is to come',
            time: '24 February',
          },
        ]}
      />
      <Receipt
        title="Check the exchange"
        amount={{ term: 'Amount', parts }}
        from={{ term: 'From', value: 'USDT balance' }}
        to={{ term: 'To', value: 'TRX balance' }}
        lines={[
          { term: 'Rate', value: '1 TRX = 0.25 USDT' },
          { term: 'You get', value: '4,938.00 TRX', strong: true },
        ]}
        risk="An exchange can't be taken back."
      >
        <ReceiptReading>
          <p>What somebody will read of it.</p>
          <PhoneLink number="+370 600 00000" />
        </ReceiptReading>
        <ReceiptButtons>
          <Button variant="primary">Exchange · 1,234.50 USDT</Button>
          <Button variant="quiet">Back</Button>
        </ReceiptButtons>
      </Receipt>
      <Table caption="Operations" columns={columns} rows={rows} rowKey={({ what }) => what} />
      <Pagination
        label="Pages in the middle"
        place="21–40 of 64"
        previous={{ href: '#figures', label: 'Newer' }}
        next={{ href: '#figures', label: 'Older' }}
      />
      <Pagination label="Pages, the first" place="1–20 of 64" next={{ href: '#figures', label: 'Older' }} />
    </Kind>
  )
}
