// Identities that sign-in tokens stand for, and the tokens that were used.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Identity } from '../domain/oidc/claims.ts';

export type OauthIdentities = ReturnType<typeof oauthIdentities>;

export function oauthIdentities(db: Queryable) {
  return {
    async find(credentialId: string): Promise<Identity | undefined> {
      const [row] = await db.query(
        sql<Identity>`select issuer, audience, subject from oauth_identity where credential_id = ${credentialId}`,
      );
      return row;
    },

    /** The credential of the account that stands for this identity. */
    async holder(accountId: string, { issuer, audience, subject }: Identity): Promise<string | undefined> {
      const [row] = await db.query(sql<{ credentialId: string }>`
        select credential_id as "credentialId" from oauth_identity
        where account_id = ${accountId} and issuer = ${issuer} and audience = ${audience} and subject = ${subject}`);
      return row?.credentialId;
    },

    async insert(owner: Owner, { issuer, audience, subject }: Identity): Promise<void> {
      await db.query(sql`
        insert into oauth_identity (credential_id, account_id, issuer, audience, subject)
        values (${owner.credentialId}, ${owner.accountId}, ${issuer}, ${audience}, ${subject})`);
    },

    /** False when the credential has used the token before. */
    async useToken(credentialId: string, token: string, expiresAt: Date): Promise<boolean> {
      const hash = createHash('sha256').update(token).digest();
      const used = await db.query(sql`
        insert into used_token (credential_id, token_hash, expires_at) values (${credentialId}, ${hash}, ${expiresAt})
        on conflict do nothing returning credential_id`);
      return used.length === 1;
    },

    /** Forgets tokens that have expired. */
  };
}

export interface Owner {
  readonly accountId: string;
  readonly credentialId: string;
}
