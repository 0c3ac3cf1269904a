// The sandbox's rail in traces, where it looks like a connected one.
import { traced } from '../../kit/core/tracing.ts';
import type { Rail } from './rail.ts';

/** The same rail. Each call is a step of the current request. */
export function tracedRail(rail: Rail): Rail {
  return {
    offers: (request) => asStep('offers', () => rail.offers(request)),
    submit: (payout) => asStep('submit', () => rail.submit(payout)),
    check: (payout, round) => asStep('check', () => rail.check(payout, round)),
    collect: (pull) => asStep('collect', () => rail.collect(pull)),
    checkPull: (pull, round) => asStep('check pull', () => rail.checkPull(pull, round)),
    cancel: (payout) => asStep('cancel', () => rail.cancel(payout)),
    cancelPull: (pull) => asStep('cancel pull', () => rail.cancelPull(pull)),
    returnFunds: (money) => asStep('return funds', () => rail.returnFunds(money)),
  };
}

function asStep<T>(name: string, run: () => Promise<T>): Promise<T> {
  return traced({ name: `rail ${name}`, kind: 'CLIENT' }, run);
}
