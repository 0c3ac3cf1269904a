// Requests a CREATED operation from the provider, under its own id: however often it is requested, the provider creates it once.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { Refusal } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { lastAttemptAt, type Operation } from '../domain/operation.ts';
import { afterEvent, afterReport } from '../domain/operation-machine.ts';
import type { FoundOperation } from '../providers/provider.ts';
import { changeOperation } from './change-operation.ts';
import { findProvider } from './find-provider.ts';
import { accountsOf } from './operation-accounts.ts';
import { moveAccount } from './provider-account.ts';

/**
 * The operation after the answer of the provider. Throws SERVICE_UNAVAILABLE if there is none, and never a refusal that would be stored:
 * the outcome is then unknown, and a repeated request continues here.
 */
export async function requestOperation(operation: Operation, context: StablecoinsContext): Promise<Operation> {
  const { clock } = context;
  if (operation.status !== 'CREATED') return operation;
  if (clock.now() >= lastAttemptAt(operation)) throw unconfirmed();
  const { isAccepted, progress } = await answerOf(operation, context);
  reached('operation requested');
  const changed = await changeOperation(
    operation.id,
    (current) =>
      isAccepted && progress ? afterReport(current, progress, clock.now()) : afterEvent(current, 'unusable', clock.now()),
    context,
  );
  return changed ?? operation;
}

/** With a link that is no longer ACTIVE, nothing new is requested: only an earlier attempt may have arrived. */
async function answerOf(operation: Operation, context: StablecoinsContext): Promise<FoundOperation> {
  const { caller, store } = context;
  const link = await store.providerAccounts.find(caller.platformId, operation.linkId);
  if (!link) throw new Error(`The link of the operation ${operation.id} does not exist.`);
  const credentials = await store.providerAccounts.credentialsOf(link);
  const known = { credentials, providerAccountId: link.providerAccountId, operation };
  const provider = findProvider(context);
  const answer =
    link.status === 'ACTIVE'
      ? await provider.create({ ...known, ...(await accountsOf(operation, context)) })
      : await provider.find(known);
  if (!answer.isAccepted) await moveAccount(link.id, 'refused', context);
  return answer;
}

const unconfirmed = () =>
  new Refusal(ErrorCode.SERVICE_UNAVAILABLE, 'The provider has not confirmed the operation within a day. It will be given up.', {
    retryAfterSeconds: 30,
  });
