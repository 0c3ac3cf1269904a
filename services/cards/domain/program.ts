// Card programs: which accounts can fund a card, and what they determine.
import type { FundingCurrency, ProgramCurrency, Source } from './card.ts';

interface Program {
  readonly brand: 'VISA' | 'MASTERCARD';
  /** Whether cards have a static password for 3-D Secure. */
  readonly hasPassword: boolean;
}

export const programs: Readonly<Record<ProgramCurrency, Program>> = {
  USD: { brand: 'VISA', hasPassword: false },
  EUR: { brand: 'MASTERCARD', hasPassword: true },
};

const programByAccountCurrency: Readonly<Record<FundingCurrency, ProgramCurrency>> = { USD: 'USD', USDB: 'USD', EUR: 'EUR' };

function isFunding(currency: string): currency is FundingCurrency {
  return Object.hasOwn(programByAccountCurrency, currency);
}

/** An account that is requested to fund a card. */
export interface FundingAccount {
  /** uuid. */
  readonly id: string;
  /** uuid of its customer. Undefined: the platform's own. */
  readonly customerId: string | undefined;
  readonly currency: string;
  readonly isActive: boolean;
  readonly isWallet: boolean;
}

/** Accounts that can fund a card together. */
export interface Funding {
  readonly program: ProgramCurrency;
  /** In order. */
  readonly accounts: readonly Omit<Source, 'id'>[];
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

/** The accounts with the program that they share, or the first one that cannot fund a card. An account that does not exist is undefined. */
export function fundingOf(
  accounts: readonly (FundingAccount | undefined)[],
  { cardholderId, currency: given, isSandbox }: Requirements,
): Funding | Ineligible {
  let currency = given;
  const eligible: Omit<Source, 'id'>[] = [];
  for (const [index, account] of accounts.entries()) {
    if (account?.customerId !== cardholderId) return { index, message: 'is not an account of the cardholder' };
    if (!account.isActive) return { index, message: 'is not ACTIVE' };
    if (!isFunding(account.currency))
      return { index, message: `is in ${account.currency}; cards are funded in USD, USDB or EUR` };
    const own = programByAccountCurrency[account.currency];
    currency ??= own;
    if (own !== currency) return { index, message: `belongs to another card program than ${currency}` };
    eligible.push({ accountId: account.id, currency: account.currency, isWallet: account.isWallet });
  }
  const refused = isSandbox ? accounts.findIndex((account) => sandboxProblemOf(account)) : -1;
  if (refused >= 0) return { index: refused, message: sandboxProblemOf(accounts[refused]) ?? '' };
  if (!currency) throw new Error('A card needs a funding source.');
  return { program: currency, accounts: eligible };
}

/** The sandbox refuses accounts by the end of their ids. */
function sandboxProblemOf(account: FundingAccount | undefined): string | undefined {
  return sandboxProblems.get(account?.id.slice(-3) ?? '');
}

const sandboxProblems = new Map([
  ['002', 'failed the balance check'],
  ['003', 'is closed'],
]);
