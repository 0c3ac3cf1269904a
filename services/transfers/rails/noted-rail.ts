// The sandbox's rail with its calls noted for developers, where it looks like a connected one.
import type { PullReport, Rail, Report } from './rail.ts';

/** Runs a call for a transaction, and notes it. */
export type NoteCall = <T>(
  call: { readonly name: string; readonly key: string; readonly resultOf: (result: T) => string },
  run: () => Promise<T>,
) => Promise<T>;

/** The same rail. Offers are not for a transaction yet. */
export function notedRail(rail: Rail, note: NoteCall): Rail {
  return {
    offers: rail.offers,
    submit: (payout) => note({ name: 'submit', key: payout.key, resultOf: shownReport }, () => rail.submit(payout)),
    check: (payout, round) => note({ name: 'check', key: payout.key, resultOf: shownReport }, () => rail.check(payout, round)),
    collect: (pull) => note({ name: 'collect', key: pull.key, resultOf: shownPull }, () => rail.collect(pull)),
    checkPull: (pull, round) =>
      note({ name: 'check pull', key: pull.key, resultOf: shownPull }, () => rail.checkPull(pull, round)),
    cancel: (payout) => note({ name: 'cancel', key: payout.key, resultOf: shownStop }, () => rail.cancel(payout)),
    cancelPull: (pull) => note({ name: 'cancel pull', key: pull.key, resultOf: shownStop }, () => rail.cancelPull(pull)),
    returnFunds: (money) =>
      note({ name: 'return funds', key: money.key, resultOf: () => 'RETURNED' }, () => rail.returnFunds(money)),
  };
}

function shownReport({ outcome }: Report): string {
  if (!outcome) return 'NO_CHANGE';
  return outcome.kind === 'FAILED' ? outcome.failure : outcome.kind;
}

const shownPull = ({ state }: PullReport) => state;
const shownStop = (isStopped: boolean) => (isStopped ? 'CANCELLED' : 'TOO_LATE');
