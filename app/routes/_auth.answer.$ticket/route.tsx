import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { lateAnswerField } from '~/forms/late-answer-field'
import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { formAnswerOf, placeToLook } from './answer.server'

/** The page of a form that takes longer than its reader waits: it asks for the answer until it is there. */
export const handle: PageHandle = {
  title: ({ t }, shown) => t(`auth:late.${(shown as { state: ShownState } | undefined)?.state ?? 'unseen'}`),
}

type ShownState = 'running' | 'unseen' | 'lost' | 'there'

/** Seconds until the document asks again by itself. */
const refresh = { Refresh: '3' }

/** An answer that leads on is followed; one that is the form's own page is described, with the way back to the form. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ticket = params['ticket'] ?? ''
  const late = await context.lateAnswers.find(ticket)
  if (!late) throw new Response(null, { status: 404 })
  const { state, path } = late
  const shown = { state, path, ticket, problems: [] as string[], place: placeToLook(late) }
  if (state === 'lost') return data(shown)
  if (state !== 'there') return data(shown, { headers: refresh })
  const answer = late.give()
  if (answer instanceof Response) throw answer
  return data({ ...shown, ...formAnswerOf(answer) })
}

export default function LateAnswerPage() {
  const { state, path, ticket, problems, place } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader title={t(`auth:late.${state}`)} />
      {state === 'there' && <Answer problems={problems} />}
      {state === 'there' && (
        <PlainForm action={path} values={{ [lateAnswerField]: ticket }}>
          <SubmitButton>{t('auth:late.toForm')}</SubmitButton>
        </PlainForm>
      )}
      {state === 'running' && <Alert role="status">{t('auth:late.runningText')}</Alert>}
      {state === 'unseen' && (
        <Alert meaning="warning" role="status">
          {t('auth:late.unseenText')}
        </Alert>
      )}
      {(state === 'running' || state === 'unseen') && <AskAgain />}
      {state === 'lost' && (
        <>
          <Alert meaning="warning" role="status">
            {t(`auth:late.lostText.${place.about}`)}
          </Alert>
          <div>
            <ButtonLink href={place.href} variant="primary">
              {place.about === 'registration' ? t('common:action.signIn') : t('auth:late.toPage')}
            </ButtonLink>
          </div>
        </>
      )}
    </Stack>
  )
}

/** The errors of the form, or that it asks for more. */
function Answer({ problems }: { problems: readonly string[] }) {
  const { t } = useI18n()
  if (problems.length === 0) return <Alert role="status">{t('auth:late.goOn')}</Alert>
  return (
    <Alert meaning="danger" role="alert">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p>{t('auth:late.typedKept')}</p>
    </Alert>
  )
}

function AskAgain() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <Stack gap={2}>
      <div>
        <ButtonLink href={pathname} variant="primary">
          {t('auth:late.check')}
        </ButtonLink>
      </div>
      <Soft small>{t('auth:late.byItself')}</Soft>
    </Stack>
  )
}
