import { Button } from '~/ui/button/button'
import { CheckCard, RadioCards } from '~/ui/choice/choice'
import { RadioRows } from '~/ui/choice/radio-rows'
import { Composer, Estimate } from '~/ui/composer/composer'
import { FileInput } from '~/ui/file-input/file-input'
import { Columns, Pair, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Select } from '~/ui/select/select'
import { AmountInput, PasswordInput, TextArea, TextInput } from '~/ui/text-input/text-input'
import { Kind } from './kind'

const hint = 'What to type, what it costs, where the bounds are.'
const error = 'What to do about it.'
const options = [
  { value: 'one', label: 'The first' },
  { value: 'two', label: 'The second' },
]
const choices = [
  { value: 'one', title: 'The first', side: '1.11%', text: 'What choosing it means.' },
  { value: 'two', title: 'The second', side: '2.22%', text: ['One line of it.', 'Another line.'] },
  { value: 'three', title: 'One that can’t be chosen', text: 'And why.', disabled: true },
]

const rows = [
  {
    value: 'one',
    title: 'The first',
    side: 'From 20.00 USDT',
    aside: 'fee 1.00 USDT',
    detail: 'What follows.',
  },
  { value: 'two', title: 'The second', side: 'From 0.0012 BTC', note: 'A second line of it.' },
  {
    value: 'three',
    title: 'One that can’t be chosen',
    side: 'From 1.00 TRX',
    reason: 'Why.',
    disabled: true,
  },
]
const words = { choose: 'Choose a file', none: 'No file chosen' }

/** Each field empty, filled in, and refused. */
export function Fields() {
  return (
    <Kind name="Fields">
      <Columns gap={6}>
        <Stack>
          <TextInput id="text" name="text" label="A text" autoComplete="off" hint={hint} />
          <PasswordInput id="password" name="password" label="A password" autoComplete="new-password" />
          <AmountInput id="amount" name="amount" label="An amount" currency="USDT" hint={hint} />
          <TextInput id="code" name="code" label="A code" autoComplete="off" variant="code" />
          <TextInput id="short" name="short" label="A count" autoComplete="off" variant="short" />
          <TextInput id="wallet" name="wallet" label="An address" autoComplete="off" variant="address" />
          <Select id="select" name="select" label="One of a list" options={options} />
          <TextArea id="area" name="area" label="A longer text" aside="optional" rows={3} />
          <FileInput id="file" name="file" label="A file" hint={hint} words={words} />
        </Stack>
        <Stack>
          <TextInput
            id="text-wrong"
            name="text"
            label="A text"
            autoComplete="off"
            defaultValue="Typed"
            error={error}
            hint={hint}
          />
          <PasswordInput
            id="password-wrong"
            name="password"
            label="A password"
            autoComplete="new-password"
            error={error}
          />
          <AmountInput
            id="amount-wrong"
            name="amount"
            label="An amount"
            currency="USDT"
            defaultValue="1,5"
            error={error}
          />
          <Select id="select-wrong" name="select" label="One of a list" options={options} error={error} />
          <TextArea id="area-wrong" name="area" label="A longer text" defaultValue="Typed" error={error} />
          <FileInput id="file-wrong" name="file" label="A file" error={error} words={words} />
          <TextInput id="off" name="off" label="One that is off" autoComplete="off" disabled />
        </Stack>
      </Columns>
      <Composer
        amount={
          <AmountInput id="large" name="large" label="A large amount" currency="USDT" hint={hint} large />
        }
        currencies={
          <>
            <Select id="given" name="given" label="What is given" options={options} />
            <Select id="got" name="got" label="What is got" options={options} />
          </>
        }
        all={<Link href="#fields">All of it</Link>}
        receipt={
          <Estimate
            title="What it comes to"
            facts={[{ term: 'Arrives', value: '1,234.50 USDT', strong: true }]}
            none="Type an amount."
          >
            <p>What holds for any amount.</p>
          </Estimate>
        }
        warning="What one may lose."
        after={<p>What happens then.</p>}
        buttons={<Button variant="primary">Continue</Button>}
      >
        <RadioRows id="rows" name="rows" label="One of a few, a row each" choices={rows} defaultValue="one" />
        <RadioRows id="rows-wrong" name="rows-wrong" label="One of a few" choices={rows} error={error} />
      </Composer>
      <Composer
        amount={<AmountInput id="bare" name="bare" label="A large amount" large />}
        currency={<Select id="tall" name="tall" label="Its currency" options={options} tall />}
        receipt={<Estimate id="none" title="What it comes to" none="Type an amount." />}
        buttons={<Button variant="primary">Continue</Button>}
      />
      <Composer
        amount={<AmountInput id="untyped" name="untyped" label="A large amount" currency="USDT" large />}
        receipt={
          <Estimate
            id="example"
            title="What it comes to"
            none="Type an amount."
            example={{
              title: 'An example for 20.00 USDT',
              facts: [{ term: 'Arrives', value: '19.00 USDT', strong: true }],
            }}
          />
        }
        buttons={<Button variant="primary">Continue</Button>}
      />
      <Pair>
        <TextInput id="left" name="left" label="A short text" autoComplete="off" />
        <TextInput id="right" name="right" label="Another beside it" autoComplete="off" />
      </Pair>
      <RadioCards
        id="choice"
        name="choice"
        label="One of a few"
        choices={choices}
        columns
        defaultValue="one"
      />
      <RadioCards
        id="choice-wrong"
        name="choice-wrong"
        label="One of a few"
        choices={choices}
        error={error}
      />
      <CheckCard id="tick" name="tick" value="1" title="A statement to agree to" defaultChecked />
      <CheckCard id="tick-wrong" name="tick-wrong" value="1" title="A statement to agree to" error={error} />
    </Kind>
  )
}
