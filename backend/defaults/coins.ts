import { type coins } from '../db/schema/rates'

/** The coins with rates; investors can hold the first four. */
export const defaultCoins: (typeof coins.$inferInsert)[] = [
  { coin: 'USDT', title: 'Tether', exchangeable: true },
  { coin: 'BTC', title: 'Bitcoin', exchangeable: true },
  { coin: 'ETH', title: 'Ethereum', exchangeable: true },
  { coin: 'TRX', title: 'TRON', exchangeable: true },
  { coin: 'BNB', title: 'BNB' },
  { coin: 'SOL', title: 'Solana' },
  { coin: 'XRP', title: 'XRP' },
  { coin: 'ADA', title: 'Cardano' },
  { coin: 'DOGE', title: 'Dogecoin' },
  { coin: 'AVAX', title: 'Avalanche' },
  { coin: 'DOT', title: 'Polkadot' },
  { coin: 'LINK', title: 'Chainlink' },
  { coin: 'LTC', title: 'Litecoin' },
  { coin: 'TON', title: 'Toncoin' },
].map((coin, position) => ({ ...coin, position }))
