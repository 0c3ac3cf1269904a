// The rail of the sandbox: the last three characters of the external account select the outcome.
import { sandboxSuffixOf } from '../../kit/core/sandbox-suffix.ts';
import { collectionOf, outcomeOf } from '../domain/payment/outcomes.ts';
import { sandboxOffers } from '../domain/shared/rails.ts';
import type { Payout, Pull, PullReport, Rail, Report } from './rail.ts';
import { sandboxOnChain } from './sandbox-chain.ts';

/** Delays are divided by `timeScale`. */
export function sandboxRail(timeScale: number): Rail {
  return {
    offers: async ({ rails }) => sandboxOffers(rails),
    submit: async (payout) => {
      const [first] = outcomeFor(payout);
      return first && first.afterMs > 0 ? { nextAfterMs: first.afterMs / timeScale } : reportOf(payout, 0, timeScale);
    },
    check: async (payout, round) => {
      const [first] = outcomeFor(payout);
      const isLate = first !== undefined && first.afterMs > 0; // the first report had no change
      return reportOf(payout, isLate ? round - 1 : round, timeScale);
    },
    collect: async (pull) => {
      const { afterMs } = collectionFrom(pull);
      return afterMs > 0 ? { state: 'WAITING', nextAfterMs: afterMs / timeScale } : collected(pull);
    },
    checkPull: async (pull) => collected(pull),
    cancel: async () => true, // waiting payouts have not left
    cancelPull: async () => true,
    returnFunds: async () => {}, // the money has no real source
  };
}

function reportOf(payout: Payout, stage: number, timeScale: number): Report {
  const outcomes = outcomeFor(payout);
  const now = outcomes[stage]?.outcome;
  const next = outcomes[stage + 1];
  const onChain = now?.kind === 'DELIVERED' && sandboxOnChain(payout);
  return {
    ...(now && { outcome: now }),
    ...(onChain && { onChain }),
    ...(next && { nextAfterMs: next.afterMs / timeScale }),
  };
}

function collectionFrom({ account }: Pull) {
  return collectionOf(sandboxSuffixOf(account.identifier));
}

function collected(pull: Pull): PullReport {
  return { state: collectionFrom(pull).isCollected ? 'COLLECTED' : 'REFUSED' };
}

/** Transfers without a quote have the outcomes of payouts to wallets. */
function outcomeFor({ isTransfer, account: { isBankAccount, identifier } }: Payout) {
  return outcomeOf(isBankAccount && !isTransfer, sandboxSuffixOf(identifier));
}
