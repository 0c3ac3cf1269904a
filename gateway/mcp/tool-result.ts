// The result of a tool call: the response of the operation, and what a model can do about it.
export interface ToolResponse {
  readonly status: number;
  /** Undefined if it has none. */
  readonly body: Body | undefined;
  /** Seconds, for refusals that may be repeated. */
  readonly retryAfter: string | undefined;
}

type Body = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

export function resultOf({ status, body, retryAfter }: ToolResponse): ToolResult {
  if (status >= 400)
    return errorResult([...reasonsIn(body ?? {}), ...(retryAfter ? [`Try again in ${retryAfter} seconds.`] : [])]);
  if (!body) return { content: [{ type: 'text', text: 'Done.' }] };
  const texts = [...notesOn(status, body), JSON.stringify(body)];
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: body };
}

/** An error that the model can correct. */
export function errorResult(sentences: readonly string[]): ToolResult {
  return { content: [{ type: 'text', text: sentences.join('\n') }], isError: true };
}

/** What happens next, if the response is not the end of it. */
function notesOn(status: number, { status: state, id }: Body): string[] {
  if (state === 'PENDING_APPROVAL')
    return [
      `The payment waits for the approval of the platform. Call get_action with the actionId ${id} later to see its decision.`,
    ];
  if (status === 202)
    return ['The holder of the wallet must sign payloadToSign. Then call again with the requestId and the walletSignature.'];
  return [];
}

function reasonsIn({ code, message, details = {} }: Body): string[] {
  const { reason, errors = [], permission, ...limit } = details as Details;
  return [
    `${code}: ${message}`,
    ...(reason === undefined ? [] : [`Reason: ${reason}.`]),
    ...errors.map((error) => `${error.field}: ${error.message}`),
    ...(permission === undefined ? [] : [`The platform can add the permission ${permission} to the policy of this agent.`]),
    ...(isLimit(limit) ? [remaining(limit)] : []),
  ];
}

interface Limit {
  readonly currency: string;
  readonly limit: number;
  readonly used: number;
  readonly requested: number;
}

interface Details extends Partial<Limit> {
  readonly reason?: string;
  readonly permission?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

const isLimit = (limit: Partial<Limit>): limit is Limit => limit.limit !== undefined && limit.used !== undefined;

function remaining({ currency, limit, used, requested }: Limit): string {
  const left = Math.max(0, limit - used);
  return `Limit: ${limit}. Used: ${used}. Remaining: ${left}. Requested: ${requested}. Amounts are in the smallest unit of ${currency}.`;
}
