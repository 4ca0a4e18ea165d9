import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { I18nProvider, useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { withHiddenAmounts } from '~/locale/hidden-amounts'

/** Amounts in figures, and as the reader has chosen to see them on this device. */
interface Both {
  figures: I18n
  chosen: I18n
}

const Context = createContext<Both | null>(null)

interface AmountsProps {
  areHidden: boolean
  /** A page for paying, or for typing or confirming an amount: its figures are always shown. */
  areNeeded?: boolean
  children: ReactNode
}

/** Replaces the amounts below it by dots while they are hidden. */
export function Amounts({ areHidden, areNeeded = false, children }: AmountsProps) {
  const figures = useI18n()
  const both = useMemo(
    () => ({ figures, chosen: areHidden ? withHiddenAmounts(figures) : figures }),
    [areHidden, figures],
  )
  return (
    <Context.Provider value={both}>
      <I18nProvider value={areNeeded ? both.figures : both.chosen}>{children}</I18nProvider>
    </Context.Provider>
  )
}

/** Past amounts on such a page: they can be hidden there too. */
export function PastAmounts({ children }: { children: ReactNode }) {
  return <AmountsAs as="chosen">{children}</AmountsAs>
}

/** Amounts that are the same for everybody, such as a rate or the threshold of a rank: never hidden. */
export function PublicAmounts({ children }: { children: ReactNode }) {
  return <AmountsAs as="figures">{children}</AmountsAs>
}

function AmountsAs({ as, children }: { as: keyof Both; children: ReactNode }) {
  const around = useI18n()
  return <I18nProvider value={useContext(Context)?.[as] ?? around}>{children}</I18nProvider>
}
