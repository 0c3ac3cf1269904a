// Wallets, by their addresses.
import { type Specimen, tooLong, wrongVasps } from './specimen.ts';

const wrongEvmAddresses = [
  '',
  'invalid_address',
  '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9',
  '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9Bb',
  '0XAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
];

export const wallets: readonly Specimen[] = [
  {
    accountType: 'BASE_WALLET',
    currency: 'USDC',
    fields: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
    primary: 'address',
    optional: { vaspName: 'Coinbase' },
    wrong: { address: wrongEvmAddresses, vaspName: wrongVasps },
  },
  {
    accountType: 'ETHEREUM_WALLET',
    currency: 'USDT',
    fields: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
    primary: 'address',
    optional: { vaspName: 'Bitstamp' },
    wrong: { address: wrongEvmAddresses, vaspName: wrongVasps },
  },
  {
    accountType: 'POLYGON_WALLET',
    currency: 'USDC',
    fields: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
    primary: 'address',
    optional: { vaspName: 'Gemini' },
    wrong: { address: wrongEvmAddresses, vaspName: wrongVasps },
  },
  {
    accountType: 'PLASMA_WALLET',
    currency: 'USDT',
    fields: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
    primary: 'address',
    optional: { vaspName: 'OKX' },
    wrong: { address: wrongEvmAddresses, vaspName: wrongVasps },
  },
  {
    accountType: 'SOLANA_WALLET',
    currency: 'USDC',
    fields: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
    primary: 'address',
    optional: { vaspName: 'Kraken' },
    wrong: {
      address: [
        '',
        'invalid_address',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAs',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4TT',
        '0Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB-02',
      ],
      vaspName: wrongVasps,
    },
  },
  {
    accountType: 'SPARK_WALLET',
    currency: 'BTC',
    fields: { address: 'sparkrt1pgssyvffdmqfap9wm9scyfqmtfrgwvsvyz3ktxp3rxzl0hfwrjd6ygvuaqs9zf' },
    primary: 'address',
    optional: { vaspName: 'Crypto.com' },
    wrong: {
      address: [
        '',
        'invalid_address',
        'spark1abc',
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        'spark1PGSSYV',
        `spark1${tooLong(1018)}`,
      ],
      vaspName: wrongVasps,
    },
  },
  {
    accountType: 'TRON_WALLET',
    currency: 'USDT',
    fields: { address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' },
    primary: 'address',
    optional: { vaspName: 'Binance' },
    wrong: {
      address: [
        '',
        'invalid_address',
        'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDe',
        'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeCx',
        'AJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
        'T0RyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
        'TJRyWwFs9wTFGZg3JbrVriFbNfCug5t-02',
      ],
      vaspName: wrongVasps,
    },
  },
];
