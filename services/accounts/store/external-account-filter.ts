// The filter of a list of external accounts, and its SQL condition.
import { type RawBuilder, sql } from 'kysely';

/** The filter of a list. Without an owner: accounts of all customers and of the platform. */
export interface ExternalAccountFilter {
  readonly platformId: string;
  /** uuid of a customer, or of the platform for its own. */
  readonly ownerId?: string;
  readonly currency?: string;
}

export function matches({ platformId, ownerId, currency }: ExternalAccountFilter): RawBuilder<boolean> {
  return sql`account.platform_id = ${platformId} and account.deleted_at is null
    ${ownerId === undefined ? sql`` : sql`and account.owner_id = ${ownerId}`}
    ${currency === undefined ? sql`` : sql`and account.currency = ${currency}`}`;
}
