import { type Language } from '~/contract/languages'
import { tronWallet } from './investor'
import { errorTextOf, textsOf, writtenIn } from './texts'

/** What is typed into the forms that move money and what is said to it, by the form. */
export function rulesOf(language: Language) {
  const say = textsOf(language)
  /** The sentence of a bound in USDT. @param figure as it is written in English */
  const bound = (code: string, name: string, figure: string) =>
    errorTextOf(language, code, { [name]: `${writtenIn(language, figure)} USDT` })
  const foreign = say('refusals:code.wallet_invalid', { network: 'TRC-20' })

  const topUp: [amount: string, sentence: string][] = [
    ['', say('errors:code.amount_required')],
    ['-1', say('refusals:code.amount_negative')],
    ['1e3', say('refusals:code.amount_exponent')],
    [language === 'ru' ? '1,000.5' : '1.000,5', say('refusals:code.amount_ambiguous')],
    ['9.99', bound('amount_below_min', 'min', '10.00')],
  ]
  /** Of Breeze, with 700 USDT. */
  const opening: [amount: string, sentence: string][] = [
    ['-300', say('refusals:code.amount_negative')],
    ['99', bound('amount_below_min', 'min', '100.00')],
    ['701', say('refusals:code.insufficient_funds')],
    ['5000', bound('amount_above_max', 'max', '4,999.99')],
  ]
  /** Of USDT by TRC-20, with 700 USDT; the rest is typed as it should be. */
  const withdrawal: [field: 'amount' | 'wallet', typed: string, sentence: string][] = [
    ['wallet', '', say('errors:code.wallet_required')],
    ['wallet', '   ', say('errors:code.wallet_required')],
    ['wallet', 'not-a-wallet', foreign],
    // One letter changed: the checksum no longer fits.
    ['wallet', tronWallet.replace('TX', 'TY'), foreign],
    ['amount', '19.99', bound('amount_below_min', 'min', '20.00')],
    ['amount', '-1', say('refusals:code.amount_negative')],
    ['amount', '700.01', say('refusals:code.insufficient_funds')],
  ]
  return { topUp, opening, withdrawal }
}
