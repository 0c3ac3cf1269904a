// POST /transfer-in: pulls money from an external bank account to an internal account in the same currency.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { TransferService } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import type { TransferIn } from '../domain/incoming/incoming.ts';
import { notYet } from '../domain/shared/not-yet.ts';
import type { Parties } from '../steps/quote/quote-parties.ts';
import { findTransferAccounts, findTransferInParties, type Transfer } from '../steps/quote/transfer-parties.ts';
import { identifierKey } from '../steps/shared/identifier-key.ts';
import { newReference } from '../steps/shared/new-reference.ts';
import { findRail } from '../steps/shared/rail-of.ts';
import { create } from '../steps/shared/transition.ts';
import { advanceForCaller } from '../steps/transfer-in/advance-for-caller.ts';

/** Sent as PENDING in the commit that creates it. The account is credited when the money arrives. */
export const createTransferIn: TransfersMethod<typeof TransferService.method.createTransferIn> = async (request, context) => {
  const { store, caller, clock, operationId, mayHaveRun } = context;
  const begun = mayHaveRun ? await store.transactions.find(caller.platformId, operationId) : undefined;
  const made = begun?.kind === 'TRANSFER_IN' ? begun : await make(context, await draft(request, context));
  return toTransaction(await advanceForCaller(context, made), clock.now());
};

type Request = Parameters<typeof createTransferIn>[0];

async function draft(request: Request, context: TransfersContext): Promise<TransferIn> {
  const source = request.source?.accountId ?? '';
  const destination = request.destination?.accountId ?? '';
  const accounts = await findTransferAccounts(context, { source, destination, inside: 'destination' });
  if (accounts.source.kind !== 'PULL') {
    throw fail(ErrorCode.INVALID_BANK_ACCOUNT, `The account ${source} does not support pull payments.`);
  }
  if (!findRail(context)) throw notYet('Pulling money without a configured rail');
  const { amount = 0n } = request;
  if (amount < 1n) throw fail(ErrorCode.INVALID_AMOUNT, 'amount must be at least 1.');
  const transfer = { source, destination, amount };
  return incomingOf(context, transfer, await findTransferInParties(context, transfer));
}

function incomingOf(context: TransfersContext, { destination, amount }: Transfer, parties: Parties): TransferIn {
  const { caller, clock, operationId, requestId } = context;
  const { source, receiver, owner } = parties;
  const money = { currency: source.currency, amount };
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
    receiver: destination,
    sent: money,
    received: money,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    pullRail: source.rail ?? '',
    ...(source.identifier !== undefined && { senderKey: identifierKey(context, source.identifier) }),
  };
}

async function make(context: TransfersContext, transfer: TransferIn): Promise<TransferIn> {
  return (await create(context, transfer, { event: 'created', point: 'transfer made' })) ?? transfer;
}
