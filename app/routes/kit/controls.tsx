import { Button, ButtonLink } from '~/ui/button/button'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { Icon } from '~/ui/icon/icon'
import { type IconName, shapes } from '~/ui/icon/shapes'
import { Cluster, Columns, Stack, Soft, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Kind } from './specimens'
import { RadioCards } from '~/ui/choice/choice'
import { Select } from '~/ui/select/select'
import { AmountInput, FileInput, PasswordInput, TextArea, TextInput } from '~/ui/text-input/text-input'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Dialog } from '~/ui/dialog/dialog'
import { Banner, meaningIcons, Alert } from '~/ui/alert/alert'
import { Tag } from '~/ui/tag/tag'
import { Toast, ToastRegion } from '~/ui/toast/toast'
import { Card } from '~/ui/card/card'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Logo } from '~/ui/logo/logo'
import { Section } from '~/ui/section/section'

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
          <Button key={variant} variant={variant} icon="check" pending>
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

/** Each as it is asked, filled in, and refused. */
export function Fields() {
  return (
    <Kind name="Fields">
      <Columns gap={6}>
        <Stack>
          <TextInput id="text" name="text" label="A text" autoComplete="off" hint={hint} />
          <PasswordInput id="password" name="password" label="A password" autoComplete="new-password" />
          <AmountInput id="amount" name="amount" label="An amount" currency="USDT" hint={hint} />
          <TextInput id="code" name="code" label="A code" autoComplete="off" look="code" />
          <TextInput id="short" name="short" label="A count" autoComplete="off" look="short" />
          <TextInput id="wallet" name="wallet" label="An address" autoComplete="off" look="address" />
          <Select id="select" name="select" label="One of a list" options={options} />
          <TextArea id="area" name="area" label="A longer text" aside="optional" rows={3} />
          <FileInput id="file" name="file" label="A file" hint={hint} />
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
          <FileInput id="file-wrong" name="file" label="A file" error={error} />
          <TextInput id="off" name="off" label="One that is off" autoComplete="off" disabled />
        </Stack>
      </Columns>
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
    </Kind>
  )
}

const meanings = ['info', 'success', 'warning', 'danger'] as const

export function Messages() {
  return (
    <Kind name="Messages">
      <Banner label="A line across the page">A line across the top of every page</Banner>
      {meanings.map((meaning) => (
        <Alert key={meaning} meaning={meaning} title={`A notice: ${meaning}`}>
          Something the reader has to know here.
        </Alert>
      ))}
      <Alert>A notice without a title.</Alert>
      <Cluster>
        <Tag icon="clock">neutral</Tag>
        {meanings.map((meaning) => (
          <Tag key={meaning} meaning={meaning} icon={meaningIcons[meaning]}>
            {meaning}
          </Tag>
        ))}
      </Cluster>
      <ErrorSummary
        title="Something is wrong with the form"
        items={[{ text: 'At a field', fieldId: 'text-wrong' }, { text: 'About the form as a whole' }]}
      />
      <Cluster>
        {meanings.map((meaning) => (
          <Toast key={meaning} meaning={meaning}>
            A toast: {meaning}
          </Toast>
        ))}
      </Cluster>
      <Toast
        meaning="info"
        actions={
          <Button variant="quiet" size="small">
            Hide
          </Button>
        }
      >
        A toast with something to do
      </Toast>
      <Dialog title="A dialog" closeLabel="Close" onClose={() => {}} inPlace>
        It stands over the page and keeps the focus until it is closed.
      </Dialog>
      <ToastRegion>
        <Toast>A toast where toasts stand</Toast>
      </ToastRegion>
      <EmptyState title="Nothing here yet" action={<Button variant="primary">Change that</Button>}>
        Why there is nothing, and what would change it.
      </EmptyState>
    </Kind>
  )
}

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
