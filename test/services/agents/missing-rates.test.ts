// Agents in production while no exchange rates are known: what cannot be compared with a limit is refused, with a threshold is approved.
import { describe, expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { AgentAuditService } from '../../../gen/payments/agents/v1/agent_audit_pb.ts';
import { businessBank } from '../../kit/payments.ts';
import { startBankRail } from '../transfers/bank-rail-world.ts';
import { deposit, pushed } from '../transfers/rates-world.ts';
import { accountOf } from '../transfers/transfers-world.ts';
import { approve, generous, payingAgent } from './actions-world.ts';
import { verdict } from './agents-world.ts';

const world = await startBankRail();
const { market, wall } = world;
const slotMs = 300_000;

const inEuro = { currency: 'EUR', perTransactionLimit: 1_000_000 };
const ways = ['in', 'out'] as const;

/** An agent of a customer with 1,000 dollars and a bank account in dollars. */
async function trader(policy: object) {
  const tenant = await world.newPlatform({ environment: 'production' });
  const { rest } = tenant;
  const { body: customer } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  const customerId: string = customer.id;
  const accountId = await accountOf(tenant, customerId);
  const change = InternalAccountChange.PROVISIONED;
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
  const { body: bank } = await rest('POST', '/customers/external-accounts', { body: { customerId, ...businessBank } });
  const { transactionId } = await pushed(tenant, { to: accountId, amount: 100_000 });
  await deposit(tenant, transactionId, 100_000n);
  await world.settle(); // screens the bank account, and books the deposit
  const one = await payingAgent(tenant, policy, { customerId, accountId, payeeId: bank.id, bankId: bank.id });
  const calls = { in: () => one.transferIn(700), out: () => one.transferOut(700) };
  return { ...one, tenant, calls };
}

/** Rates of an earlier slot do not count. */
function forgetRates(): void {
  wall.advance(slotMs);
  market.isAway = true;
}

describe.each(ways)('without a rate, a transfer %s', (way) => {
  test('is refused if its limits are in another currency', async () => {
    market.isAway = false;
    const { id, tenant, agent, calls, usage } = await trader({ spendingLimits: inEuro });
    forgetRates();

    expect(verdict(await calls[way]())).toEqual([403, 'FORBIDDEN', 'RATE_UNAVAILABLE']);
    expect([(await agent('GET', '/actions')).body.data, (await usage()).count]).toEqual([[], 0]);
    const audited = await tenant.internal(AgentAuditService).listAgentRequests({ agentId: id, reason: 'RATE_UNAVAILABLE' });
    expect(audited.data.map(({ amount, currency, rate }) => [amount, currency, rate])).toEqual([[700n, 'USD', undefined]]);
  });

  test('is not refused if its limits are in the same currency', async () => {
    market.isAway = false;
    const { calls } = await trader({ spendingLimits: generous });
    forgetRates();

    expect((await calls[way]()).body).toMatchObject({ status: 'APPROVED' });
  });

  test('waits for approval if its threshold is in another currency', async () => {
    market.isAway = false;
    const { calls } = await trader({ approvalThresholds: { currency: 'EUR', amount: 1_000_000 } });
    const known = await calls[way]();
    forgetRates();

    expect([known.body.status, (await calls[way]()).body.status]).toEqual(['APPROVED', 'PENDING_APPROVAL']);
  });

  test('fails at its approval if its limits are in another currency', async () => {
    market.isAway = false;
    const { id, tenant, calls, usage } = await trader({ spendingLimits: inEuro, defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { body } = await calls[way]();
    forgetRates();

    expect((await approve(tenant, id, body.id)).body).toMatchObject({ status: 'FAILED', failureReason: 'POLICY_DENIED' });
    expect((await usage()).count).toBe(0);
  });
});
