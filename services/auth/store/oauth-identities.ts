// Identities at sign-in providers, and used ID tokens.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Hashed, Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { Credential } from '../domain/credential.ts';
import type { Identity } from '../domain/oidc/claims.ts';
import { personalTexts } from './personal.ts';
import { OauthIdentityRecord, UsedTokenRecord } from './proof-records.ts';

export type OauthIdentities = ReturnType<typeof oauthIdentities>;

export function oauthIdentities(db: Queryable, secrets: Secrets) {
  const texts = personalTexts(db, secrets);
  return {
    /** The identity of a credential. */
    async find(credential: Credential): Promise<Identity | undefined> {
      const { platformId, id: credentialId } = credential;
      const row = await db.em.findOne(OauthIdentityRecord, { platformId, credentialId });
      const text = row && (await texts.openerFor(credential))(row.identity, identityPlace(credentialId));
      return text ? (JSON.parse(text) as Identity) : undefined;
    },

    /** The credential of the account for this identity. */
    async holder({ platformId, accountId }: Account, identity: Identity): Promise<string | undefined> {
      const hashes = secrets.macs(hashedIdentity(accountId, identity));
      const known = tables.selectFrom('oauth_identity').select('credential_id').where('identity_hash', 'in', hashes);
      const [row] = await db.query(known.where('platform_id', '=', platformId).where('account_id', '=', accountId));
      return row?.credential_id;
    },

    async insert(owner: Owner, { issuer, audience, subject }: Identity): Promise<void> {
      const { platformId, credentialId, accountId } = owner;
      const claims = { issuer, audience, subject };
      const identity = await texts.seal(owner, identityPlace(credentialId), JSON.stringify(claims));
      const identityHash = secrets.mac(hashedIdentity(accountId, claims));
      db.em.create(OauthIdentityRecord, { platformId, credentialId, accountId, identity, identityHash });
    },

    /** False if the credential has already used the token. */
    async useToken({ platformId, id }: Credential, token: string, expiresAt: Date): Promise<boolean> {
      const hash = createHash('sha256').update(token).digest();
      const row = { platform_id: platformId, credential_id: id, token_hash: hash, expires_at: expiresAt };
      const insert = insertInto(UsedTokenRecord, [row]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('credential_id'))).length === 1;
    },
  };
}

const tables = tablesOf(OauthIdentityRecord);

const identityPlace = (credentialId: string): Place => ({ purpose: 'auth.oauth-identity', row: credentialId });

const hashedIdentity = (accountId: string, { issuer, audience, subject }: Identity): Hashed => ({
  text: JSON.stringify([accountId, issuer, audience, subject]),
  purpose: 'auth.oauth-identity',
});

type Account = Pick<Owner, 'platformId' | 'accountId'>;

export interface Owner {
  readonly platformId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly credentialId: string;
}
