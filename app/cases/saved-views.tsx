import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { TextField } from '~/forms/fields'
import { HiddenFields, PlainForm } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type View, type ViewsOffer } from './saved-views.server'
import * as styles from './cases.css'

interface SavedViewsProps extends ViewsOffer {
  queue: CaseQueue
}

/** The saved views of a queue as links above it, and a form to save the present one. */
export function SavedViews({ queue, views, filters }: SavedViewsProps) {
  const { t } = useI18n()
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <nav aria-label={t('cases:views.title')}>
          <ul role="list" className={styles.viewList}>
            {views.map((view) => (
              <li key={view.id} className={styles.view}>
                <Link href={view.href} className={styles.viewName}>
                  {view.name}
                </Link>
                <RemoveView queue={queue} view={view} filters={filters} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      <details>
        <summary className={styles.viewSummary}>{t('cases:views.save')}</summary>
        <SaveView queue={queue} filters={filters} />
      </details>
    </div>
  )
}

interface RemoveViewProps {
  queue: CaseQueue
  view: View
  /** Of the page that is shown again then. */
  filters: string
}

export function RemoveView({ queue, view: { id, name }, filters }: RemoveViewProps) {
  const { t } = useI18n()
  return (
    <PlainForm action={operatorPaths.views()} values={{ queue, id, filters }}>
      <SubmitButton variant="quiet" size="small">
        {t('cases:views.remove')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </SubmitButton>
    </PlainForm>
  )
}

type SaveViewProps = { queue: CaseQueue; filters: string } & Pick<
  Parameters<typeof PostForm>[0],
  'lastResult'
>

export function SaveView({ queue, filters, lastResult }: SaveViewProps) {
  const { t } = useI18n()
  return (
    <PostForm id="view" action={operatorPaths.views()} lastResult={lastResult}>
      <HiddenFields values={{ queue, filters }} />
      <TextField
        name="name"
        label={t('cases:views.name')}
        hint={t('cases:views.nameHint')}
        autoComplete="off"
        maxLength={40}
      />
      <SubmitButton variant="secondary">{t('cases:views.saveButton')}</SubmitButton>
    </PostForm>
  )
}
