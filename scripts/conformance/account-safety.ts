import { contract } from '~/contract'
import { type Call, type CallAnswer } from '~/contract/call'
import { passkeyAuthenticator } from '../../tests/support/passkey'
import { stepOf, totpAt } from '../../tests/support/totp'

/**
 * The calls that change how an account is kept its owner's. What they leave behind can't be undone: withdrawals rest, an
 * operator has an inquiry, and at the end the account is closed. So they are made only to an account that is thrown away.
 */

/** What each call does, as the reason for not making it to any other account. */
export const throwawayCalls: Readonly<Record<string, string>> = {
  'walletList.switchOn': 'changes whereto money may go',
  'walletList.switchOff': 'changes whereto money may go',
  'mailPhrase.set': 'changes what mails begin with',
  'secondFactors.addTotp': 'changes how the account is signed in to',
  'secondFactors.confirmTotp': 'changes how the account is signed in to',
  'secondFactors.stepUp': 'needs a code of the second factor',
  'secondFactors.rename': 'changes how the account is signed in to',
  'secondFactors.renewRecoveryCodes': 'changes how the account is signed in to',
  'secondFactors.reportLost': 'asks an operator to remove the second factors',
  'secondFactors.signIn': 'needs a code of the second factor',
  'secondFactors.remove': 'changes how the account is signed in to',
  'passkeys.addOptions': 'changes how the account is signed in to',
  'passkeys.add': 'changes how the account is signed in to',
  'passkeys.stepUpOptions': 'needs a passkey',
  'passkeys.stepUp': 'needs a passkey',
  'passkeys.signIn': 'needs a passkey',
  'notMe.readOwn': 'needs a notification about a change of the account',
  'notMe.reportOwn': 'closes the account',
  'notMe.report': 'closes the account',
}

/** The signed-in account, by the survey's own calls. Each answer is noted; null stands for anything but a success. */
export interface SurveyedAccount {
  ask: <C extends Call>(call: C, input?: Record<string, unknown>) => Promise<CallAnswer<C> | null>
  /** The same without a note, of a call that may well answer that there is nothing. */
  read: <C extends Call>(call: C, input?: Record<string, unknown>) => Promise<CallAnswer<C> | null>
  skip: (call: Call, reason: string) => void
  /** Signs in anew by the password. @returns the challenge, if a second factor is asked for */
  signInAgain: () => Promise<string | null>
}

/** @param origin where browsers find the product; without it no passkey can sign */
export async function askAccountSafety(account: SurveyedAccount, origin: string | undefined): Promise<void> {
  const { ask } = account
  const { walletList, mailPhrase } = contract
  await ask(walletList.switchOn)
  await ask(walletList.switchOff)
  await ask(mailPhrase.set, { phrase: 'Three grey herons' })
  await ask(mailPhrase.set, { phrase: null })
  await askFactors(account, origin)
}

async function askFactors({ ask, skip, signInAgain }: SurveyedAccount, origin: string | undefined) {
  const { secondFactors } = contract
  const present = await ask(secondFactors.list)
  if (!present) return
  if (present.items.length > 0) return skip(secondFactors.addTotp, 'the account has a second factor already')
  const made = await ask(secondFactors.addTotp, { name: 'Conformance' })
  if (!made) return
  const { id, secret } = made
  const confirmed = await ask(secondFactors.confirmTotp, { id, code: totpAt(secret, stepOf(Date.now())) })
  const [first] = confirmed?.recoveryCodes ?? []
  if (first) await ask(secondFactors.stepUp, { code: first })
  await ask(secondFactors.rename, { id, name: 'Conformance suite' })
  const renewed = await ask(secondFactors.renewRecoveryCodes)
  if (origin === undefined)
    skip(contract.passkeys.add, 'needs the address at which browsers find the product (--origin)')
  else await askPasskeys({ ask }, origin)
  const challenge = await signInAgain()
  const [next] = renewed?.recoveryCodes ?? []
  if (challenge && next) {
    await ask(secondFactors.reportLost, { challenge })
    await ask(secondFactors.signIn, { challenge, code: next })
  }
  for (const factor of (await ask(secondFactors.list))?.items ?? [])
    await ask(secondFactors.remove, { id: factor.id })
}

async function askPasskeys({ ask }: Pick<SurveyedAccount, 'ask'>, origin: string): Promise<void> {
  const { passkeys } = contract
  const passkey = passkeyAuthenticator({ origin })
  const toMake = await ask(passkeys.addOptions)
  if (!toMake) return
  await ask(passkeys.add, { name: 'Conformance passkey', credential: passkey.make(toMake.options) })
  const toStepUp = await ask(passkeys.stepUpOptions)
  if (toStepUp) await ask(passkeys.stepUp, { credential: passkey.prove(toStepUp.options) })
  const toSignIn = await ask(passkeys.signInOptions)
  if (toSignIn) await ask(passkeys.signIn, { credential: passkey.prove(toSignIn.options) })
}

/**
 * "This was not me" to the account's latest event that can be answered so, and by the link of a message; closes the
 * account.
 * @param token of the link
 */
export async function askNotMe(
  { ask, read, skip }: SurveyedAccount,
  token: string | undefined,
): Promise<void> {
  const { notification, notMe } = contract
  const items = (await read(notification.list))?.items ?? []
  const open = await firstOf(items, async ({ id }) => (await read(notMe.readOwn, { id }))?.state === 'open')
  if (open) {
    await ask(notMe.readOwn, { id: open.id })
    await ask(notMe.reportOwn, { id: open.id })
  } else skip(notMe.reportOwn, 'no notification can be answered so')
  if (token === undefined) skip(notMe.report, 'needs the link of a message, which --not-me gives')
  else await ask(notMe.report, { token })
}

async function firstOf<Item>(items: Item[], isRight: (item: Item) => Promise<boolean>): Promise<Item | null> {
  for (const item of items) if (await isRight(item)) return item
  return null
}
