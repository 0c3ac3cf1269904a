// Mints and burns: checks a request, stores the operation, and requests it from the provider.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import type { OperationDraft, Reserved } from '../convert-operation.ts';
import type { Operation } from '../domain/operation.ts';
import { readAmount } from '../domain/operation-amount.ts';
import type { Stablecoin } from '../domain/stablecoin.ts';
import { resolveLater } from '../jobs/resolve-operation.ts';
import { sandboxOutcomeOf } from '../providers/sandbox-operations.ts';
import { usableAccounts } from './operation-accounts.ts';
import { requestOperation } from './request-operation.ts';
import { stablecoinNotFound } from './stablecoin.ts';
import { refuseUnusable } from './usable-link.ts';

/** Repeated requests continue with the stored operation, and are not checked again: a refusal would start another one. */
export async function createOperation(draft: OperationDraft | Reserved, context: StablecoinsContext): Promise<Operation> {
  const { caller, operationId, store } = context;
  const before = await store.operations.find(caller.platformId, operationId);
  if (before) return requestOperation(await countAttempt(before, context), context);
  await refuseOverLimit(context);
  if ('reserved' in draft) throw notSupported(draft.reserved);
  const operation = await operationOf(draft, context);
  await insert(operation, context);
  reached('operation created');
  return requestOperation(operation, context);
}

/** Throws REFERENCE_NOT_FOUND, CONFLICT, the refusals of amounts, and those of links and accounts that cannot be used. */
async function operationOf(draft: OperationDraft, context: StablecoinsContext): Promise<Operation> {
  const { caller, clock, operationId, store } = context;
  const stablecoin = await store.stablecoins.find(caller.platformId, draft.stablecoinId);
  if (!stablecoin) throw stablecoinNotFound();
  const { amount, cents } = amountIn(draft, stablecoin);
  await refuseUnready(stablecoin, context);
  const identifiers = await usableAccounts(draft, context);
  const { provider, linkId, providerTokenIdentifier } = stablecoin;
  const { sourceAccountId, destinationAccountId } = draft;
  const now = clock.now();
  return {
    ...draft,
    platformId: caller.platformId,
    id: operationId,
    status: 'CREATED',
    amount,
    cents,
    provider,
    linkId,
    providerTokenIdentifier,
    sourceAccountId: sourceAccountId && uuidIn(sourceAccountId),
    destinationAccountId: uuidIn(destinationAccountId),
    attempts: 1,
    acceptedAt: undefined,
    funding: undefined,
    expiresAt: undefined,
    providerStatuses: [],
    failureReason: undefined,
    sandboxOutcome: caller.environment === 'sandbox' ? sandboxOutcomeOf(identifiers) : undefined,
    createdAt: now,
    updatedAt: now,
  };
}

function amountIn({ amount }: OperationDraft, { decimals }: Stablecoin) {
  const reading = readAmount(amount, decimals);
  if (reading.case === 'valid') return reading;
  if (reading.case === 'zero') throw fail(ErrorCode.INVALID_AMOUNT, 'The amount must be above zero.');
  if (reading.case === 'outOfRange') throw fail(ErrorCode.AMOUNT_OUT_OF_RANGE, 'The amount exceeds one billion US dollars.');
  throw fail(ErrorCode.INVALID_AMOUNT, `The amount must be whole cents: the token has ${decimals} decimals.`, {
    reason: 'AMOUNT_NOT_REPRESENTABLE',
  });
}

async function refuseUnready({ linkId, issuanceStatus }: Stablecoin, { caller, store }: StablecoinsContext): Promise<void> {
  const link = await store.providerAccounts.find(caller.platformId, linkId);
  if (link) refuseUnusable(link);
  if (issuanceStatus === 'PROVISIONED') return;
  throw fail(ErrorCode.CONFLICT, `The stablecoin is ${issuanceStatus}. Only PROVISIONED ones can be minted and burned.`, {
    reason: 'STABLECOIN_NOT_PROVISIONED',
  });
}

/** Mints and burns per platform. */
const limit = { count: 60, windowMs: 60_000 };

/** Throws RATE_LIMITED. The insert counts exactly. */
async function refuseOverLimit({ caller, store, wall }: StablecoinsContext): Promise<void> {
  const allowedAt = await store.operations.fullUntil(caller.platformId, limit, wall.now());
  if (allowedAt) throw rateLimited(allowedAt, wall.now());
}

/** Throws RATE_LIMITED. */
async function insert(operation: Operation, context: StablecoinsContext): Promise<void> {
  const { store, wall } = context;
  const now = wall.now();
  await store.write(async (rows) => {
    const isAllowed = await rows.operations.countIn(operation.platformId, limit, now);
    if (!isAllowed) throw rateLimited((await rows.operations.fullUntil(operation.platformId, limit, now)) ?? now, now);
    await rows.operations.insert(operation);
    await rows.jobs.add(resolveLater(operation, context));
  });
}

function rateLimited(allowedAt: Date, now: Date): Refusal {
  const message = `At most ${limit.count} mints and burns per minute are allowed. Try again later.`;
  const retryAfterSeconds = (allowedAt.getTime() - now.getTime()) / 1000;
  return new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds });
}

/** A call to the provider follows. */
function countAttempt(operation: Operation, { store }: StablecoinsContext): Promise<Operation> {
  return store.write(async (rows) => {
    const current = (await rows.operations.lock(operation.platformId, operation.id)) ?? operation;
    if (current.status !== 'CREATED') return current;
    const counted = { ...current, attempts: current.attempts + 1 };
    await rows.operations.update(counted);
    return counted;
  });
}

function notSupported(field: string): Refusal {
  return fail(ErrorCode.INVALID_INPUT, '1 field is invalid', {
    reason: 'VARIANT_NOT_SUPPORTED',
    errors: [{ field, message: 'selects a variant that is not supported yet' }],
  });
}
