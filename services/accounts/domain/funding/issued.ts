// Coordinates that a rail has issued: whether they can be those of a currency.
import {
  type PaymentInstructions,
  PaymentInstructionsSchema,
} from '../../../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { currencyOf } from '../../../kit/core/currencies.ts';
import { violationsOf } from '../../../kit/messages/validate.ts';

/** What is wrong with them, in a sentence; undefined where nothing is. */
export function problemWith(issued: readonly PaymentInstructions[], currency: string): string | undefined {
  for (const one of issued) {
    const kind = one.accountOrWalletInfo?.info.case ?? '';
    if (!isOf(currency, kind)) return `${kind || 'Coordinates without an account'} cannot take ${currency}.`;
    const [violation] = violationsOf(PaymentInstructionsSchema, one);
    if (violation) return `${kind}: ${violation.field} ${violation.message}.`;
  }
  return undefined;
}

function isOf(currency: string, kind: string): boolean {
  if (currencyOf(currency)?.kind === 'crypto') return walletsOf[currency]?.includes(kind) ?? false;
  return kind === `${currency.toLowerCase()}Account` || kind === 'swiftAccount' || (currency === 'USD' && kind === 'slvAccount');
}

const walletsOf: Readonly<Record<string, readonly string[]>> = {
  BTC: ['sparkWallet', 'lightning', 'bitcoin'],
  USDB: ['sparkWallet'],
  USDC: ['solanaWallet', 'baseWallet', 'polygonWallet', 'ethereumWallet'],
  USDT: ['tronWallet', 'ethereumWallet', 'plasmaWallet', 'solanaWallet'],
};
