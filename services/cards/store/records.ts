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

export type CardRow = InferEntity<typeof CardRecord>;
