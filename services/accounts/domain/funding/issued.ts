// Validates coordinates that a rail has issued for a currency.
import { currencyOf } from '../../../kit/core/currencies.ts';

/** Whether money in this currency can be sent to coordinates of this kind. */
export function takes(kind: string, currency: string): boolean {
  if (currencyOf(currency)?.kind === 'crypto') return walletsOf[currency]?.includes(kind) ?? false;
  return kind === `${currency.toLowerCase()}Account` || kind === 'swiftAccount' || (currency === 'USD' && kind === 'slvAccount');
}

const walletsOf: Readonly<Record<string, readonly string[]>> = {
  BTC: ['sparkWallet', 'lightning', 'bitcoin'],
  USDB: ['sparkWallet'],
  USDC: ['solanaWallet', 'baseWallet', 'polygonWallet', 'ethereumWallet'],
  USDT: ['tronWallet', 'ethereumWallet', 'plasmaWallet', 'solanaWallet'],
};
