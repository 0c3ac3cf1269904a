// The sandbox's UMA addresses, as receivers and as senders: states, webhooks in order, the end, and the remaining balance of every
// ledger account. The platform clock advances through the delays.
import { describe, expect, test } from 'vitest';
import { netBooks } from './net-books.ts';
import { balancesOf, execute, findings, fund, steps, transaction } from './transfers-world.ts';
import { receive, type Scene, startReceiving } from './uma-receiving.ts';
import { at, umaQuote } from './uma-world.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;
const funded = 5_000;
const sent = 1_000n;

interface Stage {
  readonly status: string;
  readonly eventTypes: string[];
  readonly steps: string[];
  /** Net, by ledger account. */
  readonly left: Record<string, bigint>;
}

interface Row {
  readonly label: string;
  readonly atOnce: Stage;
  readonly later?: Stage;
  readonly failureReason?: string;
  readonly refund?: { status: string; reason: string };
}

const out = {
  underWay: {
    status: 'PROCESSING',
    eventTypes: ['PENDING', 'PROCESSING'],
    steps: ['HOLD', 'DISPATCH'],
    left: { 'own:AVAILABLE USD': -sent, 'PAYOUT USD': sent },
  },
  done: (left: Record<string, bigint>): Stage => ({
    status: 'COMPLETED',
    eventTypes: ['PENDING', 'PROCESSING', 'COMPLETED'],
    steps: ['HOLD', 'DISPATCH', 'SETTLE'],
    left: { 'own:AVAILABLE USD': -sent, ...left },
  }),
};
const converted = { 'FEE_SERVICE USD': 5n, 'FX USD': 995n };

const asReceiver: Row[] = [
  { label: 'success.usd', atOnce: out.done({ 'WORLD:UMA USD': sent }) },
  { label: 'success.eur', atOnce: out.done({ ...converted, 'FX EUR': -915n, 'WORLD:UMA EUR': 915n }) },
  { label: 'success.mxn', atOnce: out.done({ ...converted, 'FX MXN': -17_163n, 'WORLD:UMA MXN': 17_163n }) },
  { label: 'pending.long.usd', atOnce: out.underWay, later: out.done({ 'WORLD:UMA USD': sent }) },
  {
    label: 'fail.compliance.usd',
    atOnce: {
      status: 'FAILED',
      eventTypes: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
      steps: ['HOLD', 'DISPATCH', 'REVERSE', 'REFUND_DONE'],
      left: {},
    },
    failureReason: 'COMPLIANCE_REJECTED',
    refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
  },
];

const credited: Stage = {
  status: 'COMPLETED',
  eventTypes: ['PENDING', 'COMPLETED'],
  steps: ['IN'],
  left: { 'WORLD:UMA USD': -sent, 'own:AVAILABLE USD': sent },
};

const asSender: Row[] = [
  ...['success.usd', 'success.eur', 'success.mxn'].map((label) => ({ label, atOnce: credited })),
  {
    label: 'pending.long.usd',
    atOnce: { status: 'PROCESSING', eventTypes: ['PENDING'], steps: [], left: {} },
    later: credited,
  },
  {
    label: 'fail.compliance.usd',
    atOnce: { status: 'FAILED', eventTypes: ['FAILED'], steps: [], left: {} },
    failureReason: 'COMPLIANCE_REJECTED',
  },
];

const directions = {
  receiver: { rows: asReceiver, begin: pay, before: funded },
  sender: { rows: asSender, begin: bePaid, before: 0 },
};

async function pay({ tenant, person: { accountId } }: Scene, label: string): Promise<string> {
  await fund(tenant, accountId, funded);
  const { body: made } = await umaQuote(tenant, { accountId, receiver: at(label) });
  expect(made.status).toBe('PENDING');
  const { status, body } = await execute(tenant, made.id);
  expect([status, body.id]).toEqual([200, made.id]);
  return made.transactionId;
}

async function bePaid(set: Scene, label: string): Promise<string> {
  const { status, body } = await receive(set, { senderUmaAddress: at(label) });
  expect([status, body.status]).toEqual([200, 'PENDING']);
  return body.id;
}

describe.each(['receiver', 'sender'] as const)('as %s', (as) => {
  const { rows, begin, before } = directions[as];

  test.each(rows)('$label follows the table', async ({ label, atOnce, later, failureReason, refund }) => {
    const set = await scene();
    const { tenant, person } = set;
    const id = await begin(set, label);
    const expectStage = async (stage: Stage) => {
      expect(await eventTypes(set, id)).toEqual(stage.eventTypes);
      expect((await transaction(tenant, id)).status).toBe(stage.status);
      expect(await steps(tenant, id)).toEqual(stage.steps);
      expect(await netBooks(tenant, id, { own: person.accountId })).toEqual(stage.left);
      const balance = before + Number(stage.left['own:AVAILABLE USD'] ?? 0n);
      expect(await balancesOf(tenant, person.accountId)).toEqual([balance, balance]);
      expect(await findings(tenant)).toEqual([]);
    };

    await expectStage(atOnce);
    if (later) {
      await tenant.advance(359);
      await expectStage(atOnce);
      await tenant.advance(1);
      await expectStage(later);
    }

    const ended = await transaction(tenant, id);
    expect([ended.failureReason, ended.refund && { status: ended.refund.status, reason: ended.refund.reason }]).toEqual([
      failureReason,
      refund,
    ]);
  });

  test.each(['success.gbp', 'anyone', 'success', 'pending.long.eur', 'fail.compliance.eur'])('%s is unknown', async (label) => {
    const set = await scene();

    const { status, body } =
      as === 'receiver'
        ? await set.tenant.rest('GET', `/receiver/uma/${encodeURIComponent(at(label))}`)
        : await receive(set, { senderUmaAddress: at(label) });

    expect([status, body.code]).toEqual([404, 'UMA_NOT_FOUND']);
  });
});
