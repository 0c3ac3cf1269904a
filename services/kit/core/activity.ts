// The text that a wallet signs for an operation (an activity). It is rendered once and stored.

export interface Activity {
  /** Without its prefix: `EXPORT_WALLET`. */
  readonly type: string;
  /** uuid of the wallet account, which is the organization in all texts that it signs. */
  readonly accountId: string;
  /** The values that the signature binds. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The text to sign: JSON without spaces, with sorted keys at every depth. It is stored, and never rendered again for comparison. */
export function activityPayload({ type, accountId, parameters, at }: Activity): string {
  return JSON.stringify({
    organizationId: accountId,
    parameters: sorted(parameters),
    timestampMs: String(at.getTime()),
    type: `ACTIVITY_TYPE_${type}`,
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
