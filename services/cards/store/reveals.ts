// Calls that revealed a card, and whether the page was opened.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import { CardRevealRecord } from './records.ts';

export interface Reveal {
  readonly platformId: string;
  readonly cardId: string;
  /** SHA-256 hash. */
  readonly tokenHash: Buffer;
  /** uuid of the API token of the caller. */
  readonly tokenId: string;
  /** IP address of the caller. */
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export function revealRows(db: Queryable) {
  return {
    async insert({ platformId, cardId, tokenHash, tokenId, address, createdAt, expiresAt }: Reveal): Promise<void> {
      const row = {
        platform_id: platformId,
        token_hash: tokenHash,
        card_id: cardId,
        token_id: tokenId,
        address,
        created_at: createdAt,
        expires_at: expiresAt,
        opened_at: null,
      };
      await db.query(insertInto(CardRevealRecord, [row]));
    },
    /** Opens the page, and returns the uuid of its card. Undefined if it is unknown, has expired or was already opened. */
    async open({ platformId, tokenHash }: Pick<Reveal, 'platformId' | 'tokenHash'>, now: Date): Promise<string | undefined> {
      const [opened] = await db.query(sql<{ card_id: string }>`
        update card_reveal set opened_at = ${now}
        where platform_id = ${platformId} and token_hash = ${tokenHash} and opened_at is null and expires_at > ${now}
        returning card_id`);
      return opened?.card_id;
    },
  };
}
