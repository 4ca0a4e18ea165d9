import { type Language } from '~/contract/languages'
import { tronWallet } from './investor'
import { errorTextOf, textsOf, writtenIn } from './texts'

/** Input of the forms that move money and the errors that it causes, by form. */
export function rulesOf(language: Language) {
  const say = textsOf(language)
  /** The error for a bound in USDT. @param figure in English notation */
  const bound = (code: string, name: string, figure: string) =>
    errorTextOf(language, code, { [name]: `${writtenIn(language, figure)} USDT` })
  const foreign = say('refusals:code.wallet_invalid', { network: 'TRC-20' })

  const topUp: [amount: string, sentence: string][] = [
    ['', say('refusals:code.amount_required')],
    ['-1', say('refusals:code.amount_negative')],
    ['1e3', say('refusals:code.amount_exponent')],
    [language === 'ru' ? '1,000.5' : '1.000,5', say('refusals:code.amount_ambiguous')],
    ['9.99', bound('amount_below_min', 'min', '10.00')],
  ]
  /** On Breeze, with 700 USDT. */
  const opening: [amount: string, sentence: string][] = [
    ['-300', say('refusals:code.amount_negative')],
    ['99', bound('amount_below_min', 'min', '100.00')],
    ['701', say('refusals:code.insufficient_funds')],
    ['5000', bound('amount_above_max', 'max', '4,999.99')],
  ]
  /** Of USDT by TRC-20, with 700 USDT; all other fields are valid. */
  const withdrawal: [field: 'amount' | 'wallet', typed: string, sentence: string][] = [
    ['wallet', '', say('refusals:code.wallet_required')],
    ['wallet', '   ', say('refusals:code.wallet_required')],
    ['wallet', 'not-a-wallet', foreign],
    // One letter changed: the checksum is wrong.
    ['wallet', tronWallet.replace('TX', 'TY'), foreign],
    ['amount', '19.99', bound('amount_below_min', 'min', '20.00')],
    ['amount', '-1', say('refusals:code.amount_negative')],
    ['amount', '700.01', say('refusals:code.insufficient_funds')],
  ]
  return { topUp, opening, withdrawal }
}
