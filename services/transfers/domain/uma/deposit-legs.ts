// The legs of each step of a payment from a UMA address.

import type { Account, Leg } from '../shared/legs.ts';
import type { Money } from '../shared/money.ts';

export interface UmaDepositMoney {
  /** The received amount. */
  readonly received: Money;
  /** The amount after conversion, as credited or paid out. */
  readonly paid: Money;
  /** uuid of the credited internal account. Absent: paid out through `rail`. */
  readonly accountId?: string;
  readonly rail: string;
}

const world = (rail: string): Account => ({ house: 'WORLD', rail });
const outside = world('UMA');
const payout: Account = { house: 'PAYOUT' };
const refund: Account = { house: 'REFUND' };

/** The money has arrived: on the internal account, or owed to the external one. */
export function umaInLegs({ received, paid, accountId }: UmaDepositMoney): Leg[] {
  const target: Account = accountId === undefined ? payout : { accountId, part: 'AVAILABLE' };
  return [taken(outside, received), ...conversion(received, paid), given(target, paid)];
}

export function umaSettleLegs({ paid, rail }: UmaDepositMoney): Leg[] {
  return [taken(payout, paid), given(world(rail), paid)];
}

/** The payout failed: the money is owed to the payer. */
export function umaReverseLegs({ received, paid }: UmaDepositMoney): Leg[] {
  return [taken(payout, paid), ...conversion(paid, received), given(refund, received)];
}

export function umaRefundLegs({ received }: UmaDepositMoney): Leg[] {
  return [taken(refund, received), given(outside, received)];
}

const taken = (account: Account, { currency, amount }: Money): Leg => ({ account, currency, amount: -amount });
const given = (account: Account, { currency, amount }: Money): Leg => ({ account, currency, amount });

function conversion(from: Money, to: Money): Leg[] {
  if (from.currency === to.currency) return [];
  return [given({ house: 'FX' }, from), taken({ house: 'FX' }, to)];
}
