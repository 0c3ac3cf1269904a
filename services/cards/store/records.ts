// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { CardState, CardStateReason, Issued, ProgramCurrency, Source } from '../domain/card.ts';

export const CardRecord = defineEntity({
  name: 'Card',
  tableName: 'card',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    cardholderId: p.uuid(),
    platformCardId: p.text(),
    state: p.text().$type<CardState>(),
    stateReason: p.text().$type<CardStateReason>().nullable(),
    currency: p.text().$type<ProgramCurrency>(),
    issued: p.json<Issued>().nullable(),
    fundingSources: p.json<readonly Source[]>(),
    maxSpend: p.bigint('bigint').nullable(),
    version: p.bigint('bigint'),
    changedBy: p.uuid(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'platformCardId'] }],
});

/** The audit of revealed cards. */
export const CardRevealRecord = defineEntity({
  name: 'CardReveal',
  tableName: 'card_reveal',
  properties: {
    platformId: p.uuid().primary(),
    /** SHA-256 of the token in the URL of the page; of the whole URL if the issuer is the operator's. */
    tokenHash: p.blob().$type<Buffer>().primary(),
    cardId: p.uuid(),
    /** The API token of the caller. */
    tokenId: p.uuid(),
    /** IP address of the caller. */
    address: p.text(),
    /** In the platform's time. */
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Null: the page was not opened, or is not the sandbox's. */
    openedAt: p.datetime(3).nullable(),
  },
});

export type CardRow = InferEntity<typeof CardRecord>;
