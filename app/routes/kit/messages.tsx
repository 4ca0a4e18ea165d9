import { Banner, meaningIcons, Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { AlertDialog, AlertDialogKeep, AlertDialogTitle } from '~/ui/alert-dialog/alert-dialog'
import { Dialog } from '~/ui/dialog/dialog'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { Cluster } from '~/ui/layout/layout'
import { Tag } from '~/ui/tag/tag'
import { Menu } from '~/ui/menu/menu'
import { Popover } from '~/ui/popover/popover'
import { Toast } from '~/ui/toast/toast'
import { WithoutScripts } from '~/ui/without-scripts/without-scripts'
import { Kind } from './kind'

const meanings = ['info', 'success', 'warning', 'danger'] as const

const nothing = { current: null }

export function Messages() {
  return (
    <Kind name="Messages">
      <Banner>A line across the top of every page</Banner>
      {meanings.map((meaning) => (
        <Alert key={meaning} meaning={meaning} title={`An alert: ${meaning}`}>
          Something the reader has to know here.
        </Alert>
      ))}
      <Alert>An alert without a title.</Alert>
      <WithoutScripts>What takes the place of a script that does not come.</WithoutScripts>
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
      <Cluster>
        <Popover anchor={nothing} label="A popover" onClose={() => {}} inPlace>
          <p>It opens beside what was pressed.</p>
        </Popover>
        <Menu
          anchor={nothing}
          label="A menu"
          onClose={() => {}}
          entries={[
            { icon: 'settings', label: 'One entry', onSelect: () => {} },
            { icon: 'signOut', label: 'Another one', onSelect: () => {} },
          ]}
          inPlace
        />
      </Cluster>
      <AlertDialog onClose={() => {}} inPlace>
        <AlertDialogTitle>An alert dialog</AlertDialogTitle>
        <p>It asks before something that can’t be taken back.</p>
        <AlertDialogKeep>Keep</AlertDialogKeep>
      </AlertDialog>
      <EmptyState title="Nothing here yet" action={<Button variant="primary">Change that</Button>}>
        Why there is nothing, and what would change it.
      </EmptyState>
    </Kind>
  )
}
