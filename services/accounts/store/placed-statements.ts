// The ledger's statements where the tables are distributed by platform (docs/decisions/0035). A batch has one platform, and each statement names
// it as a constant.
import type { QueryConfig } from 'pg';
import { uuids } from '../../kit/storage/arrays.ts';
import { keepingPlace } from '../../kit/storage/distributed.ts';
import { mayBeNegative } from '../domain/ledger-account.ts';
import * as statements from './ledger-statements.ts';

/** The statements that differ from those for tables on one server. */
export const placedStatements: statements.BatchStatements = {
  keepPlace: (platformId) => ({ ...keepingPlace, values: [platformId] }),

  // The coordinator takes the numbers of journals. From a selection, it would collect the rows, and prepare the transaction.
  claimKeys: (claims) => ({
    text: `insert into journal (${statements.claimedColumns}) values ${tuples(claims.length, 8)}
      on conflict (platform_id, subject, step) do nothing returning id`,
    values: claims.flatMap(({ journal, fingerprint }) => [
      journal.platformId,
      journal.id,
      journal.subject,
      journal.step,
      fingerprint,
      journal.at,
      journal.agent?.agentId ?? null,
      journal.agent?.actionId ?? null,
    ]),
  }),

  dropClaims: (journals) => ({
    name: 'drop-claims',
    text: 'delete from journal where platform_id = $1 and id = any($2::uuid[])',
    values: [journals[0]?.platformId, uuids(journals, ({ id }) => id)],
  }),

  openHouseAccounts: (houseAccounts) => ({
    text: `insert into balance (platform_id, id, kind, subaccount, currency, never_negative, changed_at)
      values ${tuples(houseAccounts.length, 7)} on conflict (platform_id, id) do nothing`,
    values: houseAccounts.flatMap(({ account: { balanceId, house }, platformId, currency, at }) => [
      platformId,
      balanceId,
      house.kind,
      house.subaccount,
      currency,
      !mayBeNegative[house.kind],
      at,
    ]),
  }),

  /** A statement of several writes would be planned in parts, each with its own round trip. */
  writeBooked: ({ changes, lines, events }) => {
    const { platformId, id: balanceId } = changes[0]?.holding ?? {};
    const place = [platformId, balanceId];
    return [
      writeBalances(platformId, changes),
      writePostings(place, lines),
      ...(events.length > 0 ? [writeEvents(place, events)] : []),
    ];
  },
};

/** `($1, $2), ($3, $4), …` */
function tuples(count: number, columns: number): string {
  const tuple = (row: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(', ')})`;
  return Array.from({ length: count }, (_, row) => tuple(row)).join(', ');
}

function writeBalances(platformId: string | undefined, changes: readonly statements.Changed[]): QueryConfig {
  return {
    name: 'write-balances',
    text: `update balance set available = n.available, held = n.held, pending_in = n.pending_in, version = n.version, changed_at = n.at
      from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[])
        n(id, available, held, pending_in, version, at)
      where balance.platform_id = $1 and balance.id = any($2::uuid[]) and balance.id = n.id`,
    values: [platformId, ...statements.balanceColumns(changes).slice(1)],
  };
}

/** The platform comes from the row of a balance that is locked: Citus sends an insertion from a selection to one server only if it reads it there. */
const fromPlace = 'from balance place cross join';
const isPlace = 'where place.platform_id = $1 and place.id = $2';

type Place = readonly (string | undefined)[];

function writePostings(place: Place, lines: readonly statements.Line[]): QueryConfig {
  return {
    name: 'write-postings',
    text: `insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
      select place.platform_id, n.journal_id, n.line, n.balance_id, n.part, n.currency, n.amount
      ${fromPlace} unnest($3::uuid[], $4::int2[], $5::uuid[], $6::text[], $7::text[], $8::bigint[])
        n(journal_id, line, balance_id, part, currency, amount)
      ${isPlace}`,
    values: [...place, ...statements.postingColumns(lines).slice(1)],
  };
}

function writeEvents(place: Place, events: Parameters<typeof statements.eventColumns>[0]): QueryConfig {
  return {
    name: 'write-events',
    text: `insert into outbox (platform_id, id, environment, resource, sequence, type, body, created_at, request_id, traceparent, is_sealed)
      select place.platform_id, n.id, n.environment, n.resource, n.sequence, n.type, n.body, n.created_at, n.request_id, n.traceparent, false
      ${fromPlace} unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bytea[], $9::timestamptz[], $10::text[], $11::text[])
        n(id, environment, resource, sequence, type, body, created_at, request_id, traceparent)
      ${isPlace}`,
    values: [...place, ...statements.eventColumns(events).slice(1)],
  };
}
