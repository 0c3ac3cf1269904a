// Resets of lost factors: found, moved by their liveness checks, and completed.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { AuthContext } from '../../context.ts';
import { resetKind } from '../../convert-sca.ts';
import { isUnderReview, type ScaReset, stateAt } from '../../domain/sca/reset.ts';
import { connectedLiveness } from '../../liveness/connected-liveness.ts';
import type { Liveness } from '../../liveness/liveness.ts';
import { type Applicant, findApplicant, refuseOutOfScope } from './applicant.ts';

/** The provider of a platform: the operator's in production, a simulated one in the sandbox. */
export function livenessOf({ caller, clients, sandboxLiveness }: AuthContext): Liveness {
  return caller.environment === 'sandbox' ? sandboxLiveness : connectedLiveness(clients.liveness);
}

interface ResetName {
  readonly customerId: string;
  readonly resetId: string;
}

/** In its current state. Throws USER_NOT_FOUND, REFERENCE_NOT_FOUND, and CONFLICT out of scope. */
export async function findReset(
  { customerId, resetId }: ResetName,
  context: AuthContext,
): Promise<{ readonly applicant: Applicant; readonly reset: ScaReset }> {
  const applicant = await findApplicant(customerId, context);
  const uuid = uuidOf(resetKind, resetId);
  const reset = uuid === undefined ? undefined : await context.store.scaResets.find(applicant.key, uuid);
  if (!reset) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no reset ${resetId} of this customer.`);
  refuseOutOfScope(applicant);
  return { applicant, reset: await reviewed(reset, applicant, context) };
}

/** Asks for the result of the check while it is open, and keeps the state that follows. */
async function reviewed(reset: ScaReset, { fullName }: Applicant, context: AuthContext): Promise<ScaReset> {
  const now = context.clock.now();
  const result = isUnderReview(reset) ? await livenessOf(context).resultOf(reset, { now, fullName }) : 'PENDING';
  if (stateAt(reset, result, now) === reset.state) return reset;
  return context.store.write(async (rows) => {
    await rows.scaCustomers.lock(reset);
    const current = (await rows.scaResets.find(reset, reset.id)) ?? reset;
    const state = stateAt(current, result, now);
    if (state !== current.state) await rows.scaResets.move(current, state);
    return { ...current, state };
  });
}
