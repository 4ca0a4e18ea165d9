import { createContext, useContext, type ReactNode } from 'react'
import { type I18n } from './create'

const Context = createContext<I18n | null>(null)

/** Provides the reader's language. The entries of server and browser render it at the root. */
export function I18nProvider({ value, children }: { value: I18n; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/** Texts and formats of the reader's language. */
export function useI18n(): I18n {
  const i18n = useContext(Context)
  if (!i18n) throw new Error('useI18n needs an I18nProvider above it')
  return i18n
}
