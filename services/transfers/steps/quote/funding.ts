// External funding of a quote: by a pull, or by a payer who follows the payment instructions.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { fromInstructions } from '../../convert-funding.ts';
import type { Funding, PushFunding } from '../../domain/payment/payment.ts';
import { isCryptoAsset, offeredNetworks } from '../../domain/shared/networks.ts';
import { notYet } from '../../domain/shared/not-yet.ts';
import { askRail } from '../shared/ask-rail.ts';
import { findRail } from '../shared/rail-of.ts';
import type { Draft } from './draft-quote.ts';

export async function fundingOf(
  context: TransfersContext,
  { requested, parties, offer, reference }: Omit<Draft, 'funding'>,
): Promise<Funding> {
  const { source, owner } = parties;
  const { currency, kind, network } = source;
  const sender = requested.sourceId;
  if (kind === 'INTERNAL') return { kind: 'PREFUNDED', sender: sender ?? '' };
  if (!findRail(context)) throw notYet('External funding without a configured rail');
  if (kind === 'PULL') return { kind, sender: sender ?? '', rail: source.rail ?? '' };

  const { instructions } = await askRail(() =>
    context.clients.collection.makePaymentInstructions({
      subject: context.operationId,
      currency,
      amount: offer.price.sending,
      networks: [...offeredNetworks(currency, network)],
      reference,
      isPlatformAccount: owner.customer === undefined,
      owner: owner.id,
    }),
  );
  if (instructions.length === 0) throw fail(ErrorCode.INVALID_CURRENCY, `Collecting ${currency} is not supported.`);
  return {
    kind,
    rail: network ?? (isCryptoAsset(currency) ? currency : 'REALTIME'),
    isCrypto: isCryptoAsset(currency),
    instructions: fromInstructions(instructions),
    ...(sender !== undefined && { sender }),
    ...(requested.realtime && { realtime: realtimeOf(requested) }),
  };
}

function realtimeOf({ realtime, onBehalfOf }: Draft['requested']): NonNullable<PushFunding['realtime']> {
  const { currency = '', network } = realtime ?? {};
  return {
    currency,
    ...(network !== undefined && { cryptoNetwork: network }),
    ...(onBehalfOf !== undefined && { customerId: onBehalfOf }),
  };
}
