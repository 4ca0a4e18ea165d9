import { type paymentSystems } from '../db/schema/settings'

/**
 * The networks as a new database gets them. Minimum withdrawals are: 20 USD on TRC-20 and TRON,
 * 100 USD on Bitcoin and Ethereum. `explorer` is the network's public record of transfers.
 */
export const defaultPaymentSystems: (typeof paymentSystems.$inferInsert)[] = [
  {
    id: 'usdt-trc20',
    title: 'USDT TRC-20',
    position: 1,
    currency: 'USDT',
    network: 'TRC-20',
    family: 'tron',
    // Tether's own contract on TRON, as its issuer publishes it.
    tokenContract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    explorer: 'https://tronscan.org/',
    refillMinUsd: '10',
    paymentMinUsd: '20',
    paymentFee: '1',
    paymentRequires: ['refill'],
  },
  {
    id: 'btc',
    title: 'Bitcoin',
    position: 2,
    currency: 'BTC',
    network: 'Bitcoin',
    family: 'bitcoin',
    explorer: 'https://mempool.space/',
    refillMinUsd: '10',
    paymentMinUsd: '100',
    paymentFee: '0.0001',
    paymentRequires: ['refill', 'deposit'],
  },
  {
    id: 'eth',
    title: 'Ethereum',
    position: 3,
    currency: 'ETH',
    network: 'Ethereum',
    family: 'ethereum',
    explorer: 'https://etherscan.io/',
    refillMinUsd: '10',
    paymentMinUsd: '100',
    paymentFee: '0.001',
    paymentRequires: ['refill', 'deposit'],
  },
  {
    id: 'trx',
    title: 'TRON',
    position: 4,
    currency: 'TRX',
    network: 'TRON',
    family: 'tron',
    explorer: 'https://tronscan.org/',
    refillMinUsd: '10',
    paymentMinUsd: '20',
    paymentFee: '2',
    paymentRequires: ['refill'],
  },
]
