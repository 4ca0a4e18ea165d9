import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { WalletListState } from '~/investments/wallet-list-state'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { ListedWallets } from './listed-wallets'
import { requireWalletList, switchWalletList } from './wallet-list.server'

export const handle: PageHandle = { title: 'security:walletList.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireWalletList(context)
  return upstream.walletList.read()
}

export function action({ context }: ActionFunctionArgs) {
  return switchWalletList(context)
}

/** The choice to withdraw to saved wallets alone, and from when on money may go to each. */
export default function WalletListRoute() {
  const list = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  const { on, endsAt, hours, wallets } = list
  const isKept = on && endsAt === null
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('security:walletList.title')}
        lead={t(on ? 'security:walletList.onLead' : 'security:walletList.offLead', { hours })}
        back={{ href: paths.settings('security'), label: t('security:title') }}
      />
      <WalletListState list={list} />
      <Section id="wallets" title={t('security:walletList.wallets')}>
        <Stack gap={4}>
          {wallets.length > 0 ? <ListedWallets wallets={wallets} /> : <p>{t('security:walletList.none')}</p>}
          <div>
            <ButtonLink href={paths.settings('payment-systems')}>{t('security:walletList.edit')}</ButtonLink>
          </div>
        </Stack>
      </Section>
      <PostForm lastResult={answer?.lastResult}>
        <HiddenFields values={{ intent: isKept ? 'off' : 'on' }} />
        <StepUpField hint={t('security:walletList.passwordHint')} />
        <SubmitButton variant={isKept ? 'secondary' : 'primary'}>
          {isKept
            ? t('security:walletList.switchOff')
            : t(on ? 'security:walletList.keep' : 'security:walletList.switchOn')}
        </SubmitButton>
      </PostForm>
    </Stack>
  )
}
