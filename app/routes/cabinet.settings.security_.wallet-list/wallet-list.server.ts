import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { answerEdit, changeOnce } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { withStepUp } from '~/session/step-up.server'
import { requireExtension } from '~/upstream/settings.server'

/** The intent is the button. */
const SwitchForm = z.object({ intent: z.enum(['on', 'off'], 'invalid'), ...stepUpFields })

/** @throws a 404 where the upstream has no list of wallets */
export async function requireWalletList(context: RequestContext) {
  const investor = await requireInvestor(context)
  await requireExtension(investor.upstream, 'walletList')
  return investor
}

/** Switches the list on or off; sent again it changes nothing. */
export async function switchWalletList(context: RequestContext) {
  const { upstream } = await requireWalletList(context)
  const form = await parseForm(context, SwitchForm)
  if (!form.ok) return invalid(form)
  const { intent, currentPassword } = form.value
  const { switchOn, switchOff, read } = upstream.walletList
  const isKept = async () => {
    const { on, endsAt } = await read()
    return on && endsAt === null
  }
  return answerEdit(
    context,
    form,
    async () => {
      await changeOnce(
        () =>
          withStepUp(context, form.value, () =>
            intent === 'on' ? switchOn({ currentPassword }) : switchOff({ currentPassword }),
          ),
        async () => (await isKept()) === (intent === 'on'),
      )
      context.flash.set(intent === 'on' ? 'walletListOn' : 'walletListOff')
      return redirect(paths.walletList(), 303)
    },
    { fieldOf: stepUpFieldOf },
  )
}
