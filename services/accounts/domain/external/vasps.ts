// Exchanges that host wallets, by the names that callers pass.

/** A virtual asset service provider. */
export interface Vasp {
  readonly vaspName: string;
  readonly url?: string;
}

/** All exchanges, sorted by name. */
export const vasps: readonly Vasp[] = [
  { vaspName: 'Binance', url: 'https://www.binance.com' },
  { vaspName: 'Bitfinex' },
  { vaspName: 'Bitpanda' },
  { vaspName: 'Bitso' },
  { vaspName: 'Bitstamp', url: 'https://www.bitstamp.net' },
  { vaspName: 'Bitvavo' },
  { vaspName: 'Bybit' },
  { vaspName: 'Coinbase', url: 'https://www.coinbase.com' },
  { vaspName: 'Crypto.com' },
  { vaspName: 'Gate' },
  { vaspName: 'Gemini', url: 'https://www.gemini.com' },
  { vaspName: 'HTX' },
  { vaspName: 'Kraken', url: 'https://www.kraken.com' },
  { vaspName: 'KuCoin' },
  { vaspName: 'Luno' },
  { vaspName: 'Mercado Bitcoin' },
  { vaspName: 'MEXC' },
  { vaspName: 'OKX' },
  { vaspName: 'Robinhood' },
  { vaspName: 'Upbit' },
];
