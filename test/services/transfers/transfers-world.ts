// A world for money: customers with accounts, and the events for the webhooks service.

import { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startWorld, type Tenant, type World, type WorldOptions } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { withoutWebhooks } from '../../kit/world-forms.ts';

interface Events {
  /** Types of the events of a resource, in the order of their delivery. Settles first. */
  eventTypes(resource: string): Promise<string[]>;
  /** Bodies of all events so far. Settles first. */
  bodies(): Promise<ReceivedEvent[]>;
}

export interface ReceivedEvent {
  readonly resource: string;
  readonly sequence: bigint;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any
}

export type TransfersWorld = World & Events;

export async function startTransfers(options: Pick<WorldOptions, 'settings' | 'doors'> = {}): Promise<TransfersWorld> {
  return withEvents(await startWorld({ ...withoutWebhooks, ...options }));
}

export type SharedTransfers = SharedWorld & Events;

export async function sharedTransfers(): Promise<SharedTransfers> {
  return withEvents(await sharedWorld(withoutWebhooks));
}

function withEvents<W extends SharedWorld>(world: W): W & Events {
  const bodies = async () => {
    await world.settle();
    await world.settle(); // what a sweep leaves behind is sent in the next round
    return world.absent.calls
      .filter(({ method }) => method === EventService.method.acceptEvents)
      .flatMap(({ request }) => (request as AcceptEventsRequest).events)
      .map(({ resource, sequence, type, body }) => ({
        resource,
        sequence,
        type,
        data: JSON.parse(Buffer.from(body).toString()).data,
      }));
  };
  const eventTypes = async (resource: string) => {
    const events = (await bodies()).filter((event) => event.resource === resource);
    events.forEach(({ sequence }, index) => {
      if (sequence !== BigInt(index + 1)) throw new Error(`${resource}: event ${index + 1} has the sequence ${sequence}.`);
    });
    return events.map(({ type }) => type);
  };
  return { ...world, bodies, eventTypes };
}

let count = 0;

/** A verified customer with accounts in all currencies of its platform. */
export async function newCustomer(tenant: Tenant): Promise<string> {
  const fullName = `Ada ${'abcdefghij'[count++ % 10]}`;
  const { body } = await tenant.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName } });
  return body.id;
}

/** The id of the internal account of a customer, or of the platform, in a currency. */
export async function accountOf(tenant: Tenant, customerId: string | undefined, currency = 'USD'): Promise<string> {
  const path = customerId ? `/customers/internal-accounts?customerId=${customerId}&` : '/platform/internal-accounts?';
  const { body } = await tenant.rest('GET', `${path}currency=${currency}`);
  return body.data[0].id;
}

/** Both balances of an internal account. */
export async function balancesOf(tenant: Tenant, accountId: string): Promise<[number, number]> {
  for (const path of ['/customers/internal-accounts?limit=100', '/platform/internal-accounts']) {
    for (let cursor = ''; ; ) {
      const { body } = await tenant.rest('GET', `${path}${cursor}`);
      const found = body.data.find(({ id }: { id: string }) => id === accountId);
      if (found) return [found.balance.amount, found.totalBalance.amount];
      if (!body.hasMore) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
  }
  throw new Error(`There is no ${accountId}.`);
}

export async function fund(tenant: Tenant, accountId: string, amount: number): Promise<void> {
  await tenant.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount } });
}

/** A customer with money on one account. */
export async function newPayer(tenant: Tenant, { amount = 100_000, currency = 'USD' } = {}) {
  const customerId = await newCustomer(tenant);
  const accountId = await accountOf(tenant, customerId, currency);
  if (amount) await fund(tenant, accountId, amount);
  return { customerId, accountId };
}

let number = 1_000;

/** A bank account in the United States whose number ends in `suffix`. */
export async function newBank(tenant: Tenant, customerId: string | undefined, suffix = '999'): Promise<string> {
  const accountInfo = {
    accountType: 'USD_ACCOUNT',
    accountNumber: `${number++}${suffix}`,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  };
  return newExternal(tenant, { currency: 'USD', accountInfo, ...(customerId && { customerId }) });
}

export async function newSepaBank(tenant: Tenant, customerId: string | undefined, suffix = '999'): Promise<string> {
  const accountInfo = {
    accountType: 'EUR_ACCOUNT',
    iban: `DE8937040044${number++}${suffix}`,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
  };
  return newExternal(tenant, { currency: 'EUR', accountInfo, ...(customerId && { customerId }) });
}

/** An account in India that only UPI reaches. */
export async function newUpiAccount(tenant: Tenant, customerId: string): Promise<string> {
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Asima Chatterjee', countryOfResidence: 'IN' };
  const accountInfo = { accountType: 'INR_ACCOUNT', vpa: `asima${number++}999@upi`, beneficiary };
  return newExternal(tenant, { currency: 'INR', accountInfo, customerId });
}

export async function newWallet(tenant: Tenant, customerId: string | undefined, suffix = '999'): Promise<string> {
  const address = `0x${String(number++).padStart(37, '0')}${suffix}`;
  const accountInfo = { accountType: 'BASE_WALLET', address };
  return newExternal(tenant, { currency: 'USDC', accountInfo, ...(customerId && { customerId }) });
}

async function newExternal(tenant: Tenant, body: object): Promise<string> {
  const answer = await tenant.rest('POST', '/customers/external-accounts', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

/** A body for POST /quotes: ten dollars by default. */
export function quoteBody(source: string, destination: string, more: object = {}) {
  return {
    source: { sourceType: 'ACCOUNT', accountId: source },
    destination: { destinationType: 'ACCOUNT', accountId: destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
    ...more,
  };
}

export async function quote(tenant: Tenant, source: string, destination: string, more: object = {}): Promise<RestAnswer> {
  return tenant.rest('POST', '/quotes', { body: quoteBody(source, destination, more) });
}

export async function execute(tenant: Tenant, quoteId: string, headers: Record<string, string> = {}): Promise<RestAnswer> {
  return tenant.rest('POST', `/quotes/${quoteId}/execute`, { body: {}, headers });
}

export async function transaction(tenant: Tenant, id: string): Promise<RestAnswer['body']> {
  return (await tenant.rest('GET', `/transactions/${id}`)).body;
}

/** Names of the ledger's steps for a transaction, in order. */
export async function steps(tenant: Tenant, transactionId: string): Promise<string[]> {
  const subject = uuidIn(transactionId);
  const { journals } = await tenant.internal(LedgerService).listJournals({ subject });
  return journals.map(({ step }) => step);
}

/** The inconsistencies in the books of a platform. */
export async function findings(tenant: Tenant): Promise<string[]> {
  return (await tenant.internal(LedgerService).audit({})).findings;
}
