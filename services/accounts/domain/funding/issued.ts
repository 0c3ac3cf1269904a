// Validates coordinates that a rail has issued for a currency.
import { currencyOrTokenOf } from '../../../kit/core/currencies.ts';

/** Whether money in this currency can be sent to coordinates of this kind. */
export function takes(kind: string, currency: string): boolean {
  if (currencyOrTokenOf(currency)?.kind === 'crypto') return (walletsOf[currency] ?? walletsOfTokens).includes(kind);
  return kind === `${currency.toLowerCase()}Account` || kind === 'swiftAccount' || (currency === 'USD' && kind === 'slvAccount');
}

const walletsOf: Readonly<Record<string, readonly string[]>> = {
  BTC: ['sparkWallet', 'lightning', 'bitcoin'],
  USDB: ['sparkWallet'],
  USDC: ['solanaWallet', 'baseWallet', 'polygonWallet', 'ethereumWallet'],
  USDT: ['tronWallet', 'ethereumWallet', 'plasmaWallet', 'solanaWallet'],
};

/** Of stablecoins of platforms. */
const walletsOfTokens: readonly string[] = ['sparkWallet'];
