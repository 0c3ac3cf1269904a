// The rail of the sandbox: how a payout ends is told by the last three characters of the account it goes to.
import { sandboxSuffixOf } from '../../kit/sandbox-suffix.ts';
import { outcomeOf } from '../domain/outcomes.ts';
import type { Payout, Rail, Report } from './rail.ts';

/** Delays are divided by `timeScale`. */
export function sandboxRail(timeScale: number): Rail {
  return {
    serves: (environment) => environment === 'sandbox',
    submit: async (payout) => {
      const [first] = outcomeFor(payout);
      return first && first.afterMs > 0 ? { turns: [], nextAfterMs: first.afterMs / timeScale } : reportOf(payout, 0, timeScale);
    },
    check: async (payout, round) => {
      const [first] = outcomeFor(payout);
      const isLate = first !== undefined && first.afterMs > 0; // the first report had nothing to tell
      return reportOf(payout, isLate ? round - 1 : round, timeScale);
    },
    cancel: async () => false,
  };
}

function reportOf(payout: Payout, stage: number, timeScale: number): Report {
  const outcome = outcomeFor(payout);
  const turns = outcome[stage]?.turns ?? [];
  const next = outcome[stage + 1];
  return next ? { turns, nextAfterMs: next.afterMs / timeScale } : { turns };
}

function outcomeFor({ isBankAccount, identifier }: Payout) {
  return outcomeOf(isBankAccount, sandboxSuffixOf(identifier));
}
