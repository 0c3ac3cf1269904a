// The memo ledger of a stablecoin: what its provider holds and issues. Dollars in cents, tokens in their smallest unit.
import type { Operation } from './operation.ts';
import type { LedgerStep } from './operation-machine.ts';

/** WORLD mirrors the dollars at the provider. All others exist per stablecoin. */
export type MemoAccount = 'WORLD' | 'CLEARING' | 'BACKING' | 'OUTSTANDING' | 'BURNING' | 'ISSUER';

/** From one account to another. */
interface Move {
  readonly from: MemoAccount;
  readonly to: MemoAccount;
}

/** What each step moves. */
export const memoMoves: Readonly<Record<LedgerStep, { readonly dollars?: Move; readonly tokens?: Move }>> = {
  SC_FUND: { dollars: { from: 'WORLD', to: 'CLEARING' } },
  SC_MINT: { dollars: { from: 'CLEARING', to: 'BACKING' }, tokens: { from: 'ISSUER', to: 'OUTSTANDING' } },
  SC_FUND_BACK: { dollars: { from: 'CLEARING', to: 'WORLD' } },
  SC_TAKE: { tokens: { from: 'OUTSTANDING', to: 'BURNING' } },
  SC_BURN: { dollars: { from: 'BACKING', to: 'WORLD' }, tokens: { from: 'BURNING', to: 'ISSUER' } },
  SC_GIVE_BACK: { tokens: { from: 'BURNING', to: 'OUTSTANDING' } },
};

export interface MemoLeg {
  readonly account: MemoAccount;
  readonly currency: string;
  /** A credit is positive. */
  readonly amount: bigint;
}

/** The legs of a step. Each currency sums to zero. */
export function memoLegs(
  step: LedgerStep,
  { amount, cents }: Pick<Operation, 'amount' | 'cents'>,
  currencies: { readonly dollars: string; readonly tokens: string },
): MemoLeg[] {
  const { dollars, tokens } = memoMoves[step];
  return [
    ...(dollars ? legsOf(dollars, currencies.dollars, cents) : []),
    ...(tokens ? legsOf(tokens, currencies.tokens, amount) : []),
  ];
}

const legsOf = ({ from, to }: Move, currency: string, amount: bigint): MemoLeg[] => [
  { account: from, currency, amount: -amount },
  { account: to, currency, amount },
];
