// Converts legs of the memo ledger to messages.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { HouseAccountKind, type LegSchema } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import type { MemoAccount, MemoLeg } from './domain/operation-legs.ts';

/** `stablecoinId`: uuid. */
export const toLegs = (legs: readonly MemoLeg[], stablecoinId: string): MessageInitShape<typeof LegSchema>[] =>
  legs.map(({ account, currency, amount }) => ({ account: ledgerAccount(account, stablecoinId), currency, amount }));

function ledgerAccount(account: MemoAccount, stablecoinId: string) {
  const value =
    account === 'WORLD'
      ? { kind: HouseAccountKind.WORLD, subaccount: 'sc_provider' }
      : { kind: HouseAccountKind[`STABLECOIN_${account}`], subaccount: stablecoinId };
  return { kind: { case: 'house' as const, value } };
}
