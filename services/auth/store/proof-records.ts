// The tables of passkeys and sign-in identities, and of their used proofs.
import { defineEntity, p } from '@mikro-orm/core';

export const PasskeyRecord = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    /** SHA-256 of the relying party id. */
    rpIdHash: p.blob().$type<Buffer>(),
    /** SPKI. */
    publicKey: p.blob().$type<Buffer>(),
    counter: p.bigint('bigint'),
  },
});

/** Challenges of registrations. They are kept after the passkey is deleted. */
export const UsedRegistrationRecord = defineEntity({
  name: 'UsedRegistration',
  tableName: 'used_registration',
  properties: {
    platformId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    /** SHA-256. */
    challengeHash: p.blob().$type<Buffer>().primary(),
    credentialId: p.uuid(),
  },
});

export const PasskeyChallengeRecord = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    credentialId: p.uuid(),
    challenge: p.text(),
    /** As sent. */
    clientPublicKey: p.text(),
    failures: p.integer().default(0),
    consumedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

export const OauthIdentityRecord = defineEntity({
  name: 'OauthIdentity',
  tableName: 'oauth_identity',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    accountId: p.uuid(),
    /** Sealed under the customer's key: issuer, audience and subject, as JSON. */
    identity: p.blob().$type<Buffer>(),
    /** Keyed. */
    identityHash: p.blob().$type<Buffer>(),
  },
  uniques: [{ properties: ['platformId', 'accountId', 'identityHash'] }],
});

/** ID tokens that opened a session. */
export const UsedTokenRecord = defineEntity({
  name: 'UsedToken',
  tableName: 'used_token',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    /** SHA-256. */
    tokenHash: p.blob().$type<Buffer>().primary(),
    /** Expiry of the token. */
    expiresAt: p.datetime(3),
  },
});
