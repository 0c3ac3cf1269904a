// Transfers in: drafted from a request, and created.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { CreateTransferInRequest } from '../../../../gen/payments/transfers/v1/transfer_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import { notYet } from '../../domain/shared/not-yet.ts';
import type { Parties } from '../quote/quote-parties.ts';
import { findTransferAccounts, findTransferInParties, type Transfer, uncheckedParties } from '../quote/transfer-parties.ts';
import { actionOf, agentOf } from '../shared/agent-of.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import { newReference } from '../shared/new-reference.ts';
import { findRail } from '../shared/rail-of.ts';
import { create } from '../shared/transition.ts';

/** Its id is that of the operation. Throws the refusals of the operation. */
export async function newTransferIn(request: CreateTransferInRequest, context: TransfersContext): Promise<TransferIn> {
  const transfer = requestedTransfer(request);
  const { source } = await findTransferAccounts(context, { ...transfer, inside: 'destination' });
  if (source.kind !== 'PULL') {
    throw fail(ErrorCode.INVALID_BANK_ACCOUNT, `The account ${transfer.source} does not support pull payments.`);
  }
  if (!findRail(context)) throw notYet('Pulling money without a configured rail');
  if (transfer.amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'amount must be at least 1.');
  return incomingOf(context, transfer, await findTransferInParties(context, transfer));
}

/** A transfer that the operation would refuse now. Throws REFERENCE_NOT_FOUND. */
export async function uncheckedTransferIn(request: CreateTransferInRequest, context: TransfersContext): Promise<TransferIn> {
  const transfer = requestedTransfer(request);
  return incomingOf(context, transfer, await uncheckedParties(context, { ...transfer, inside: 'destination' }));
}

const requestedTransfer = ({ source, destination, amount = 0n }: CreateTransferInRequest): Transfer => ({
  source: source?.accountId ?? '',
  destination: destination?.accountId ?? '',
  amount,
});

function incomingOf(context: TransfersContext, { amount }: Transfer, parties: Parties): TransferIn {
  const { caller, clock, operationId, requestId } = context;
  const { source, destination, receiver, owner } = parties;
  const money = { currency: destination.currency, amount };
  const now = clock.now();
  return {
    id: operationId,
    platformId: caller.platformId,
    environment: caller.environment,
    clockOffsetMs: caller.clockOffsetMs,
    kind: 'TRANSFER_IN',
    state: 'COLLECTING',
    version: 0n,
    railChecks: 0,
    owner: (receiver ?? owner).id,
    platformCustomerId: (receiver ?? owner).platformCustomerId,
    sender: source.id ?? '',
    receiver: destination.id,
    sent: money,
    received: money,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    ...agentOf(caller),
    ...actionOf(context),
    pullRail: source.rail ?? '',
    ...(source.identifier !== undefined && { senderKey: identifierKey(context, source.identifier) }),
  };
}

export async function makeTransferIn(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  return (await create(context, transfer, { event: 'created', point: 'transfer made' })) ?? transfer;
}
