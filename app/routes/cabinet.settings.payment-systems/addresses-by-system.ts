/** The addresses by their systems, as the page shows them and its form sends them along. */
export const addressesBySystem = (
  wallets: readonly { system: string; address: string }[],
): Record<string, string> => Object.fromEntries(wallets.map(({ system, address }) => [system, address]))
