import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Login } from '~/contract/values'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireVisitor } from '~/session/guards.server'
import { telegramBotOf } from '~/session/telegram.server'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { signInByTelegram } from './sign-in.server'
import { TelegramButton } from './telegram-button'

export const handle = { title: 'auth:telegram.title' } satisfies PageHandle

/**
 * The page of Telegram's button, and its callback: the same address with the fields that Telegram has signed, which
 * are valid for minutes and once. Only this page has a wider content policy (`security-headers.server`).
 * @throws a 404 if Telegram is not configured
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  requireVisitor(context)
  const bot = await telegramBotOf(context)
  if (!bot) throw new Response(null, { status: 404 })
  const { searchParams } = context.url
  const inviter = Login.safeParse(searchParams.get('inviter')).data
  const back = paths.loginTelegram({ inviter, state: context.session.formToken })
  const page = { bot, authUrl: new URL(back, context.env.publicUrl).href }
  if (!searchParams.has('hash')) return { ...page, problem: null }

  const answer = await signInByTelegram({ context, request }, inviter)
  if ('href' in answer) throw redirect(answer.href)
  return data({ ...page, problem: answer.problem }, { status: answer.status })
}

export default function TelegramPage() {
  const { bot, authUrl, problem } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <>
      <PageHeader
        title={t('auth:telegram.title')}
        lead={t('auth:telegram.lead')}
        back={{ href: paths.login(), label: t('auth:login.back') }}
      />
      {problem && <Alert meaning="danger" role="alert" title={problem} />}
      <TelegramButton bot={bot} authUrl={authUrl} />
      <p>
        {t('auth:telegram.otherwise')} <Link href={paths.login()}>{t('auth:telegram.byPassword')}</Link>
      </p>
    </>
  )
}
