import { data, type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { type RequestContext } from '~/context'
import { answerEdit } from '~/forms/edit.server'
import { TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { within } from '~/forms/within.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { ClockNow, ClockSteps } from '~/investments/demo-clock'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { useRefreshing } from '~/framework/refresh'
import { paths } from '~/paths'
import { requireSignedIn } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { ClockForm } from './form.server'

/**
 * The demonstration's clock as a page: the overview posts here, and its errors are shown here. Its document has no
 * scripts, but the overview's scripts show it too, so that its own texts, which the browser lacks, come with its data.
 */
export const handle: PageHandle = { title: 'common:demo.clock' }

/** Seconds until the document asks again by itself. */
const refresh = { Refresh: '3' }

/** Where the answer to a move was lost, the page finds out by itself whether the clock has been moved. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireSignedIn(context)
  await requireDemo(upstream)
  const time = await upstream.demo.time()
  const until = dayIn(context.url.searchParams.get('until'))
  if (until !== null && time.offsetDays >= until && !time.moving) return toCabinet(context)
  const isOpen = until !== null
  return data({ ...time, isOpen, texts: textsOf(context) }, isOpen ? { headers: refresh } : {})
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireSignedIn(context)
  await requireDemo(upstream)
  const form = await parseForm(context, ClockForm)
  if (!form.ok) return invalid(form)
  return answerEdit(
    context,
    form,
    async () => {
      const { days, from } = form.value
      try {
        const moved = upstream.demo.clock(form.value)
        // The page finds out what came of a move that goes on, also where it was made by an earlier press.
        const answered = from === undefined ? await moved : await within(context.press.leftMs(), moved)
        if (from !== undefined && (answered === null || answered.moving))
          return redirect(paths.demoClock({ until: from + days }), 303)
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || !mayBeDone(error) || from === undefined) throw error
        return redirect(paths.demoClock({ until: from + days }), 303)
      }
      return toCabinet(context)
    },
    { fallback: 'any' },
  )
}

/** The day of the clock that a move leads to; null if the address names none. */
const dayIn = (text: string | null): number | null =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null

function toCabinet({ flash }: Pick<RequestContext, 'flash'>) {
  flash.set('clockMoved')
  return redirect(paths.cabinet(), 303)
}

async function requireDemo(upstream: Upstream): Promise<void> {
  if (!(await extensionsOf(upstream)).has('demo')) throw new Response(null, { status: 404 })
}

const textsOf = ({ i18n: { t } }: Pick<RequestContext, 'i18n'>) => ({
  days: t('auth:clock.days'),
  daysHint: t('auth:clock.daysHint'),
  move: t('auth:clock.move'),
  maybeMoved: t('auth:clock.maybeMoved'),
  toOverview: t('auth:clock.toOverview'),
})

export default function Clock() {
  const { isOpen, texts, ...clock } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader title={t('common:demo.clock')} lead={t('common:demo.clockText')} />
      {isOpen && <MaybeMoved text={texts.maybeMoved} />}
      <ClockNow {...clock} />
      <ClockSteps {...clock} />
      <PostForm id="clock" lastResult={reply?.lastResult} defaults={{ days: '30' }}>
        <input type="hidden" name="from" value={clock.offsetDays} />
        <TextField
          name="days"
          label={texts.days}
          hint={texts.daysHint}
          variant="short"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <SubmitButton variant="secondary">{texts.move}</SubmitButton>
      </PostForm>
      <Link href={paths.cabinet()}>{texts.toOverview}</Link>
    </Stack>
  )
}

/** The move takes long, or its answer was lost. */
function MaybeMoved({ text }: { text: string }) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  useRefreshing()
  return (
    <Alert meaning="warning" role="status">
      <p>
        {text} <Link href={pathname + search}>{t('cabinet:submissions.check')}</Link>
      </p>
    </Alert>
  )
}
