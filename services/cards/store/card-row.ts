// Converts cards between the domain and their rows.
import type { Card } from '../domain/card.ts';
import type { CardRow } from './records.ts';

export function toRow({ sources: fundingSources, ...card }: Card) {
  return {
    ...card,
    fundingSources,
    stateReason: card.stateReason ?? null,
    issued: card.issued ?? null,
    maxSpend: card.maxSpend ?? null,
  };
}

export function fromRow(row: CardRow): Card {
  const { platformId, id, cardholderId, platformCardId, state, currency, version, changedBy, createdAt, updatedAt } = row;
  return {
    platformId,
    id,
    cardholderId,
    platformCardId,
    state,
    stateReason: row.stateReason ?? undefined,
    currency,
    issued: row.issued ?? undefined,
    sources: row.fundingSources,
    maxSpend: row.maxSpend ?? undefined,
    version,
    changedBy,
    createdAt,
    updatedAt,
  };
}
