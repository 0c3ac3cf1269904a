// The tables of wallets that fund cards, and of their delegated keys.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { DelegatedKeyStatus } from '../domain/delegated-key.ts';

export const FundingSourceRecord = defineEntity({
  name: 'CardFundingSource',
  tableName: 'card_funding_source',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    cardId: p.uuid(),
    accountId: p.uuid(),
  },
  uniques: [{ properties: ['platformId', 'cardId', 'accountId'] }],
});

export const DelegatedKeyRecord = defineEntity({
  name: 'DelegatedKey',
  tableName: 'delegated_key',
  properties: {
    platformId: p.uuid().primary(),
    /** Also the id of the request that was signed for it as a signer. */
    id: p.uuid().primary(),
    fundingSourceId: p.uuid(),
    cardId: p.uuid(),
    accountId: p.uuid(),
    /** The owner of the account. */
    customerId: p.uuid(),
    /** Sealed under the customer's key. */
    nickname: p.blob().$type<Buffer>(),
    /** Compressed hex. */
    publicKey: p.text(),
    /** Sealed in the same way. Null once the key is revoked. */
    privateKey: p.blob().$type<Buffer>().nullable(),
    /** The request to sign its permissions. */
    policyRequestId: p.uuid(),
    status: p.text().$type<DelegatedKeyStatus>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  // The second: among ACTIVE keys.
  uniques: [{ properties: ['platformId', 'policyRequestId'] }, { properties: ['platformId', 'fundingSourceId'] }],
});

export type DelegatedKeyRow = InferEntity<typeof DelegatedKeyRecord>;
