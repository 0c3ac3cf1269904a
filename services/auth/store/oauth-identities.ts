// Identities that sign-in tokens stand for, and the tokens that were used.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Hashed, Place, Secrets } from '../../kit/storage/secrets.ts';
import type { Identity } from '../domain/oidc/claims.ts';
import { type Keyed, openText, sealFor } from './personal.ts';

export type OauthIdentities = ReturnType<typeof oauthIdentities>;

export function oauthIdentities(db: Queryable, secrets: Secrets) {
  return {
    async find(credentialId: string): Promise<Identity | undefined> {
      const [row] = await db.query(sql<Keyed & { identity: Buffer }>`
        select identity, customer_id as "customerId", ${personalKeyColumn('credential', 'customer_id')}
        from oauth_identity join credential on id = credential_id where credential_id = ${credentialId}`);
      const text = row && openText(row, { sealed: row.identity, place: identityPlace(credentialId) }, secrets);
      return text ? (JSON.parse(text) as Identity) : undefined;
    },

    /** The credential of the account that stands for this identity. */
    async holder(accountId: string, identity: Identity): Promise<string | undefined> {
      const hashes = [...secrets.macs(hashedIdentity(accountId, identity))];
      const [row] = await db.query(sql<{ credentialId: string }>`
        select credential_id as "credentialId" from oauth_identity
        where account_id = ${accountId} and identity_hash = any(${hashes}::bytea[])`);
      return row?.credentialId;
    },

    async insert(owner: Owner, { issuer, audience, subject }: Identity): Promise<void> {
      const { credentialId, accountId } = owner;
      const identity = { issuer, audience, subject };
      const sealed = await sealFor(db, { ...owner, place: identityPlace(credentialId), text: JSON.stringify(identity) }, secrets);
      await db.query(sql`
        insert into oauth_identity (credential_id, account_id, identity, identity_hash)
        values (${credentialId}, ${accountId}, ${sealed}, ${secrets.mac(hashedIdentity(accountId, identity))})`);
    },

    /** False when the credential has used the token before. */
    async useToken(credentialId: string, token: string, expiresAt: Date): Promise<boolean> {
      const hash = createHash('sha256').update(token).digest();
      const used = await db.query(sql`
        insert into used_token (credential_id, token_hash, expires_at) values (${credentialId}, ${hash}, ${expiresAt})
        on conflict do nothing returning credential_id`);
      return used.length === 1;
    },
  };
}

const identityPlace = (credentialId: string): Place => ({ purpose: 'auth.oauth-identity', row: credentialId });

const hashedIdentity = (accountId: string, { issuer, audience, subject }: Identity): Hashed => ({
  text: JSON.stringify([accountId, issuer, audience, subject]),
  purpose: 'auth.oauth-identity',
});

export interface Owner {
  readonly platformId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
}
