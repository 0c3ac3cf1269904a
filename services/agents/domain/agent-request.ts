// A request of an agent, as the audit records it.
import type { Converted, Money } from './conversion.ts';

export interface AgentRequestName {
  readonly platformId: string;
  /** uuid. */
  readonly id: string;
}

export interface AgentRequest extends AgentRequestName {
  /** uuid. */
  readonly agentId: string;
  /** `agentListTransactions`. */
  readonly operation: string;
  /** As in the response: `X-Request-Id`. */
  readonly requestId: string;
  /** Real time. */
  readonly createdAt: Date;
  /** Undefined while it runs, and for a request that its door refused as malformed or too frequent. */
  readonly outcome: Outcome | undefined;
  /** For payments that the policy judged. */
  readonly spend: Pick<JudgedSpend, 'money' | 'converted'> | undefined;
}

/** DENIED by the policy; REFUSED for another reason; FAILED by an error of the installation. */
export type RequestVerdict = 'ALLOWED' | 'APPROVAL_REQUIRED' | 'DENIED' | 'REFUSED' | 'FAILED';

export interface Outcome {
  readonly verdict: RequestVerdict;
  /** Of the refusal: `FORBIDDEN`. */
  readonly code?: string;
  /** `details.reason` of the refusal. */
  readonly reason?: string;
}

/** A payment that the policy judged: its amount, and the amount in the currency of the limits if it was compared with them. */
export interface JudgedSpend {
  readonly verdict: Exclude<RequestVerdict, 'REFUSED' | 'FAILED'>;
  readonly money: Money;
  readonly converted: Converted | undefined;
}
