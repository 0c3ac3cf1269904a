// INTERNAL_ACCOUNT.BALANCE_UPDATED, thousands of times per second: the body is rendered once per account, then only changing values are
// inserted.
import { InternalAccountWebhookSchema } from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { WebhookType } from '../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker } from '../kit/background/events.ts';
import type { OutboxEvent } from '../kit/background/outbox-event.ts';
import type { Environment } from '../kit/core/caller.ts';
import { type Ids, publicId, rowKey } from '../kit/core/ids.ts';
import { RecentMap } from '../kit/core/recent-map.ts';
import { toInternalAccount } from './convert.ts';
import type { JournalRequest } from './domain/journal.ts';
import { type Holding, totalOf } from './domain/ledger.ts';
import type { InternalAccountRow } from './store/internal-account-row.ts';

/** The origin of a change. */
export interface Cause {
  readonly journal: Pick<JournalRequest, 'at' | 'platformId'>;
  readonly environment: Environment;
  readonly requestId: string;
  readonly traceparent?: string;
}

export interface BalanceChange {
  readonly item: Cause;
  /** The balances after the journal. */
  readonly holding: Holding;
  readonly account: InternalAccountRow | undefined;
}

export type BalanceEvents = (change: BalanceChange) => RenderedEvent;

/** An event with its body as text, for the statement that stores it. */
export type RenderedEvent = OutboxEvent & { readonly body: Buffer };

/** Creates these events. Caches the bodies of accounts. */
export function balanceEvents(ids: Ids): BalanceEvents {
  const templates = new RecentMap<string, Template>(templatesMax);
  const templateFor = (account: InternalAccountRow): Template => {
    const key = rowKey(account);
    const known = templates.get(key);
    if (known && isSame(known.account, account)) return known;
    const made = { account, pieces: piecesOf(account) };
    templates.set(key, made);
    return made;
  };

  return ({ item, holding, account }) => {
    if (!account) throw new Error(`The internal account of the balance ${holding.id} does not exist.`);
    const { journal, environment, requestId, traceparent } = item;
    const id = ids.next();
    return {
      id,
      platformId: journal.platformId,
      environment,
      resource: publicId('InternalAccount', account.id),
      sequence: holding.version,
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      body: Buffer.from(fill(templateFor(account), { id, holding, at: journal.at })),
      createdAt: journal.at,
      requestId,
      traceparent,
    };
  };
}

const templatesMax = 10_000;

/** Constant text, and the changing values between its pieces. */
interface Template {
  readonly account: InternalAccountRow;
  readonly pieces: readonly (string | Moving)[];
}

/** A restored account has an earlier revision again. */
function isSame(one: InternalAccountRow, other: InternalAccountRow): boolean {
  return (
    one.revision === other.revision &&
    one.status === other.status &&
    one.privateEnabled === other.privateEnabled &&
    one.funding === other.funding
  );
}

/** The values that differ between events of one account. */
type Moving = (filling: Filling) => string | bigint;

interface Filling {
  readonly id: string;
  readonly holding: Holding;
  readonly at: Date;
}

function fill({ pieces }: Template, filling: Filling): string {
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(filling);
  return text;
}

/** Unique placeholders that the codec renders in place of the changing values. */
const standIns = {
  id: 'ffffffff-ffff-7fff-bfff-fffffffffff1',
  at: new Date(253_402_300_799_998),
  balance: 9_007_199_254_740_881n,
  total: 9_007_199_254_740_882n,
};

const moving = new Map<string, Moving>([
  [standIns.id, ({ id }) => id],
  [standIns.at.toISOString(), ({ at }) => at.toISOString()],
  [String(standIns.balance), ({ holding }) => holding.available],
  [String(standIns.total), ({ holding }) => totalOf(holding)],
]);
const anyStandIn = new RegExp(`(${[...moving.keys()].join('|')})`);

const render = eventMaker(InternalAccountWebhookSchema);

function piecesOf(account: InternalAccountRow): Template['pieces'] {
  const { body } = render(standInOrigin(account), {
    type: WebhookType.INTERNAL_ACCOUNT_BALANCE_UPDATED,
    resource: publicId('InternalAccount', account.id),
    sequence: 0n,
    customerId: undefined,
    data: toInternalAccount({
      ...account,
      available: standIns.balance,
      held: standIns.total - standIns.balance,
      pendingIn: 0n,
      version: 0n,
      updatedAt: standIns.at,
    }),
  });
  return Buffer.from(body)
    .toString()
    .split(anyStandIn)
    .map((piece) => moving.get(piece) ?? piece);
}

function standInOrigin({ platformId }: InternalAccountRow): Parameters<typeof render>[0] {
  return {
    caller: { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0 },
    clock: { now: () => standIns.at },
    ids: { next: () => standIns.id },
    requestId: '',
  };
}
