// The tables of wallets as sources of cards, and of the keys that sign for the two.
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
    /** Also of the request that was signed for it as a signer. */
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
    /** Sealed in the same way; null once the key is revoked. */
    privateKey: p.blob().$type<Buffer>().nullable(),
    /** To be signed for what it may do. */
    policyRequestId: p.uuid(),
    status: p.text().$type<DelegatedKeyStatus>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  // The second: of those that are ACTIVE.
  uniques: [{ properties: ['platformId', 'policyRequestId'] }, { properties: ['platformId', 'fundingSourceId'] }],
});

export type DelegatedKeyRow = InferEntity<typeof DelegatedKeyRecord>;
