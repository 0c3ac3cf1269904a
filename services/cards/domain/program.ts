// Card programs: which accounts can fund a card, and what they determine.
import type { ProgramCurrency } from './card.ts';

interface Program {
  readonly brand: 'VISA' | 'MASTERCARD';
  /** Whether cards have a static password for 3-D Secure. */
  readonly hasPassword: boolean;
}

export const programs: Readonly<Record<ProgramCurrency, Program>> = {
  USD: { brand: 'VISA', hasPassword: false },
  EUR: { brand: 'MASTERCARD', hasPassword: true },
};

const programByAccountCurrency = new Map<string, ProgramCurrency>([
  ['USD', 'USD'],
  ['USDB', 'USD'],
  ['EUR', 'EUR'],
]);

/** An account that is requested to fund a card. */
export interface FundingAccount {
  /** uuid. */
  readonly id: string;
  /** uuid of its customer. Undefined: the platform's own. */
  readonly customerId: string | undefined;
  readonly currency: string;
  readonly isActive: boolean;
}

export interface Ineligible {
  /** Position in the requested list. */
  readonly index: number;
  readonly message: string;
}

export interface Requirements {
  /** uuid. */
  readonly cardholderId: string;
  /** The program of an existing card. Undefined: the first account determines it. */
  readonly currency?: ProgramCurrency | undefined;
  readonly isSandbox: boolean;
}

/** The program that all accounts share, or the first account that cannot fund a card. An account that does not exist is undefined. */
export function programOf(
  accounts: readonly (FundingAccount | undefined)[],
  { cardholderId, currency: given, isSandbox }: Requirements,
): ProgramCurrency | Ineligible {
  let currency = given;
  for (const [index, account] of accounts.entries()) {
    if (account?.customerId !== cardholderId) return { index, message: 'is not an account of the cardholder' };
    if (!account.isActive) return { index, message: 'is not ACTIVE' };
    const own = programByAccountCurrency.get(account.currency);
    if (!own) return { index, message: `is in ${account.currency}; cards are funded in USD, USDB or EUR` };
    currency ??= own;
    if (own !== currency) return { index, message: `belongs to another card program than ${currency}` };
  }
  const refused = isSandbox ? accounts.findIndex((account) => sandboxProblemOf(account)) : -1;
  if (refused >= 0) return { index: refused, message: sandboxProblemOf(accounts[refused]) ?? '' };
  if (!currency) throw new Error('A card needs a funding source.');
  return currency;
}

/** The sandbox refuses accounts by the end of their ids. */
function sandboxProblemOf(account: FundingAccount | undefined): string | undefined {
  return sandboxProblems.get(account?.id.slice(-3) ?? '');
}

const sandboxProblems = new Map([
  ['002', 'failed the balance check'],
  ['003', 'is closed'],
]);
