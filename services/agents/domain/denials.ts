// Why a policy denies a request. Every denial is FORBIDDEN, with a reason.
import type { JsonObject } from '@bufbuild/protobuf';
import { AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';

export type LimitReason = 'PER_TRANSACTION_LIMIT' | 'DAILY_TRANSACTION_LIMIT' | 'DAILY_LIMIT' | 'MONTHLY_LIMIT';

export type DenialReason = LimitReason | 'AGENT_PAUSED' | 'PERMISSION_DENIED' | 'ACCOUNT_NOT_ALLOWED' | 'RATE_UNAVAILABLE';

export const agentPaused = () => denial('AGENT_PAUSED', 'The agent is paused. It can only read until its platform resumes it.');

export function permissionDenied(permission: AgentPermission): Refusal {
  const name = Object.entries(AgentPermission).find(([, value]) => value === permission)?.[0] ?? '';
  return denial('PERMISSION_DENIED', `The policy of the agent does not include the permission ${name}.`, { permission: name });
}

export function accountNotAllowed(accountId: string): Refusal {
  return denial('ACCOUNT_NOT_ALLOWED', `The policy of the agent does not allow the account ${accountId}.`);
}

export function rateUnavailable({ from, to }: { readonly from: string; readonly to: string }): Refusal {
  return denial('RATE_UNAVAILABLE', `There is no rate to compare ${from} with the limits, which are in ${to}. Try again later.`);
}

/** Why a quote cannot be executed. */
export function quoteConflict(reason: string): Refusal {
  return fail(ErrorCode.CONFLICT, conflictMessages[reason] ?? 'The quote was already executed.', { reason });
}

const conflictMessages: { readonly [reason: string]: string } = {
  QUOTE_EXPIRED: 'The quote has expired. Create a new one.',
  AGENT_ACTION_PENDING: 'An action with this quote waits for the approval of the platform.',
  AUTHORIZATION_PENDING: 'The quote waits for the authorization of its customer.',
};

/** A limit with what was used of it, and what the request would add. */
export interface Excess {
  readonly currency: string;
  readonly limit: bigint;
  readonly used: bigint;
  readonly requested: bigint;
}

/** In details, numbers beyond those that JSON can represent are shown as the largest that it can. */
export function limitExceeded(reason: LimitReason, { currency, limit, used, requested }: Excess): Refusal {
  const numbers = { limit: shown(limit), used: shown(used), requested: shown(requested) };
  return denial(reason, limitMessages[reason], { currency, ...numbers });
}

const limitMessages: { readonly [reason in LimitReason]: string } = {
  PER_TRANSACTION_LIMIT: 'The amount exceeds the limit per transaction.',
  DAILY_TRANSACTION_LIMIT: 'Daily number of transactions would be exceeded.',
  DAILY_LIMIT: 'Daily limit would be exceeded.',
  MONTHLY_LIMIT: 'Monthly limit would be exceeded.',
};

const shown = (value: bigint) => Math.min(Number(value), Number.MAX_SAFE_INTEGER);

function denial(reason: DenialReason, message: string, details: JsonObject = {}): Refusal {
  return fail(ErrorCode.FORBIDDEN, message, { reason, ...details });
}
