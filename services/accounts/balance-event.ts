// INTERNAL_ACCOUNT.BALANCE_UPDATED, thousands of times per second: the body is rendered once per account, then only changing values are
// inserted.
import { InternalAccountWebhookSchema } from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { WebhookType } from '../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker } from '../kit/background/events.ts';
import type { OutboxEvent } from '../kit/background/outbox-event.ts';
import type { Environment } from '../kit/core/caller.ts';
import { type Ids, publicId } from '../kit/core/ids.ts';
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
export type RenderedEvent = Omit<OutboxEvent, 'body'> & { readonly body: string };

/** Creates these events. Keeps the bodies of accounts as long as their rows are kept. */
export function balanceEvents(ids: Ids): BalanceEvents {
  const templates = new WeakMap<InternalAccountRow, Template>();
  const templateFor = (account: InternalAccountRow): Template => {
    const template = templates.get(account) ?? templateOf(account);
    templates.set(account, template);
    return template;
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
      body: fill(templateFor(account), { id, holding, at: journal.at }),
      createdAt: journal.at,
      requestId,
      traceparent,
    };
  };
}

/** Constant text, and the changing values between its pieces. */
type Template = readonly (string | Moving)[];

/** The values that differ between events of one account. */
type Moving = (filling: Filling) => string | bigint;

interface Filling {
  readonly id: string;
  readonly holding: Holding;
  readonly at: Date;
}

function fill(template: Template, filling: Filling): string {
  let text = '';
  for (const piece of template) text += typeof piece === 'string' ? piece : piece(filling);
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

function templateOf(account: InternalAccountRow): Template {
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
