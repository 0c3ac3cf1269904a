// What a wallet signs for: an activity, written down once and kept as that text.

export interface Activity {
  /** Without its prefix: `EXPORT_WALLET`. */
  readonly type: string;
  /** uuid of the wallet account; it is the organization of all that the account signs. */
  readonly accountId: string;
  /** What the signature binds. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The text to be signed: JSON without spaces, its keys sorted at every depth. It is stored, and never made again to be compared. */
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
