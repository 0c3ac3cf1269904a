// Books a cash settlement with the card network.
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { Job } from '../../kit/background/jobs.ts';
import type { CardsContext } from '../context.ts';

export async function settleNetwork({ payload }: Job, { clients }: CardsContext): Promise<void> {
  const { subject, currency } = payload;
  const amount = BigInt(String(payload.amount));
  const leg = (kind: HouseAccountKind, subaccount: string, moved: bigint) => ({
    account: { kind: { case: 'house' as const, value: { kind, subaccount } } },
    currency: String(currency),
    amount: moved,
  });
  const legs = [leg(HouseAccountKind.CARD_NETWORK, '', -amount), leg(HouseAccountKind.WORLD, 'card', amount)];
  await clients.ledger.post({ subject: String(subject), step: 'CARD_NET_SETTLE', legs });
}
