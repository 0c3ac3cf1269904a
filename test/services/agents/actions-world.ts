// Agents that pay, with a customer that has money and a payee.
import { expect } from 'vitest';
import { makePayee, makePayer } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { Rest } from '../../kit/rest.ts';
import { newAgent, redeem } from './agents-world.ts';

export const payer = ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'VIEW_TRANSACTIONS'];

export interface PayingAgent {
  readonly id: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly payeeId: string;
  /** A bank account in the currency of the account. */
  readonly bankId: string;
  /** Its `authorization` header. */
  readonly token: string;
  /** Calls as the agent, below `/agents/me`. */
  readonly agent: Rest;
  quote(amount?: number): Promise<string>;
  execute(quoteId: string): ReturnType<Rest>;
  transferOut(amount: number, more?: object): ReturnType<Rest>;
  transferIn(amount: number): ReturnType<Rest>;
  usage(): Promise<{ count: number; spend: number }>;
}

export const generous = { currency: 'USD', perTransactionLimit: 1_000_000 };

/** `policy`: in addition to all permissions, AUTO, and generous limits. */
export async function payingAgent(
  tenant: Pick<Tenant, 'rest'>,
  policy: object = {},
  owner?: Pick<PayingAgent, 'customerId' | 'accountId' | 'payeeId' | 'bankId'>,
) {
  const { rest } = tenant;
  const { customerId, accountId } = owner ?? (await makePayer(rest, 1_000_000));
  const payeeId = owner?.payeeId ?? (await makePayee(rest, customerId));
  const bankId = owner?.bankId ?? (await newBank(rest, customerId));
  const full = { permissions: payer, defaultExecutionMode: 'AUTO', spendingLimits: generous, ...policy };
  const { id, code } = await newAgent(tenant, customerId, { policy: full });
  const token = `Bearer ${(await redeem(tenant, code)).body.accessToken}`;
  const agent: Rest = (method, path, options = {}) => rest(method, `/agents/me${path}`, { token, ...options });
  const made: PayingAgent = {
    id,
    token,
    customerId,
    accountId,
    payeeId,
    bankId,
    agent,
    async quote(amount = 10_000) {
      const body = {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: payeeId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
      };
      const answer = await agent('POST', '/quotes', { body });
      expect([answer.status, answer.body.status]).toEqual([201, 'PENDING']);
      return answer.body.id;
    },
    execute: (quoteId) => agent('POST', `/quotes/${quoteId}/execute`),
    transferOut: (amount, more = {}) =>
      agent('POST', '/transfer-out', { body: { source: { accountId }, destination: { accountId: bankId }, amount, ...more } }),
    transferIn: (amount) =>
      agent('POST', '/transfer-in', { body: { source: { accountId: bankId }, destination: { accountId }, amount } }),
    async usage() {
      const { usage } = (await rest('GET', `/agents/${id}`)).body;
      return { count: usage.dailyTransactionCount, spend: usage.dailySpend };
    },
  };
  return made;
}

async function newBank(rest: Rest, customerId: string): Promise<string> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber: '55779911', routingNumber: '021000021', beneficiary };
  const body = { customerId, currency: 'USD', accountInfo };
  return (await rest('POST', '/customers/external-accounts', { body })).body.id;
}

export const approve = ({ rest }: Pick<Tenant, 'rest'>, agentId: string, actionId: string) =>
  rest('POST', `/agents/${agentId}/actions/${actionId}/approve`);

export const reject = ({ rest }: Pick<Tenant, 'rest'>, agentId: string, actionId: string, body: object = {}) =>
  rest('POST', `/agents/${agentId}/actions/${actionId}/reject`, { body });
