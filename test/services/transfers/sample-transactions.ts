// One transaction of each kind, in any state.
import { uuidv7 } from '../../../services/kit/core/ids.ts';
import type { Kind, Transaction } from '../../../services/transfers/domain/record/transaction.ts';

const madeAt = new Date('2026-03-01T09:00:00Z');
const platformId = crypto.randomUUID();

/** With a refund in the state of the transaction. */
export function sampleOf(kind: Kind, state: string): Transaction {
  return { ...coreOf(), ...partOf(kind), state, ...refundOf(state) } as Transaction; // the states are those of the tables
}

function coreOf() {
  const id = uuidv7(madeAt.getTime(), crypto.getRandomValues(Buffer.alloc(10)));
  return {
    id,
    platformId,
    environment: 'sandbox',
    clockOffsetMs: 0,
    version: 0n,
    owner: 'Customer:0195d5e2-0000-7000-8000-000000000001',
    platformCustomerId: 'ada',
    receiver: 'ExternalAccount:0195d5e2-0000-7000-8000-000000000002',
    sent: { currency: 'USD', amount: 1_000n },
    received: { currency: 'USD', amount: 990n },
    reference: id,
    createdAt: madeAt,
    updatedAt: madeAt,
    requestId: 'test',
  } as const;
}

function refundOf(state: string) {
  const refund = { reason: 'TRANSACTION_FAILED', initiatedAt: madeAt };
  if (state === 'CANCELLING') return { refund: { ...refund, status: 'PENDING' } };
  return state.endsWith('SUSPENDED') ? { refund: { ...refund, status: 'FAILED' } } : {};
}

const sender = 'ExternalAccount:0195d5e2-0000-7000-8000-000000000003';
const quote = {
  destinationKind: 'WALLET',
  asked: {},
  invoice: 'ab'.repeat(32),
  fees: { service: 10n, serviceFixed: 10n, serviceVariable: 0n, counterparty: 0n },
  rates: { locked: '1' },
};
const payment = { attempt: 0, railChecks: 0, fees: 10n, platformFees: 0n, quote };
const challenge = {
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  purpose: 'TRANSFER',
  expiresAt: new Date('2026-03-01T11:00:00Z'),
};
const pending = { requested: [], asks: 0, deposit: { kind: 'INTERNAL', currency: 'USD', amount: '990' } };
const realtime = { currency: 'USD' };

/** The fields of its kind. */
function partOf(kind: Kind): object {
  switch (kind) {
    case 'PAYMENT': {
      const expiresAt = new Date('2026-03-01T12:00:00Z');
      const funding = { kind: 'PULL', sender, rail: 'ACH' };
      return {
        kind,
        ...payment,
        quoteId: crypto.randomUUID(),
        expiresAt,
        funding,
        authorization: { id: crypto.randomUUID(), ...challenge },
      };
    }
    case 'TRANSFER_OUT':
      return { kind, ...payment, funding: { kind: 'PREFUNDED', sender } };
    case 'TRANSFER_IN':
      return { kind, sender, pullRail: 'ACH', railChecks: 0 };
    case 'DEPOSIT':
      return { kind, deposit: { rail: 'ACH', key: 'one' }, realtime };
    case 'SANDBOX_DEPOSIT':
      return { kind, realtime };
    case 'DEBIT':
      return { kind, debit: { rail: 'ACH', returnBy: '2026-03-03T00:00:00Z' }, realtime };
    case 'UNMATCHED_FUNDS':
      return { kind, deposit: { rail: 'ACH', isCrypto: false, key: 'one' }, realtime };
    case 'UMA_PAYMENT':
      return {
        kind,
        sender: '$ada@example.com',
        attempt: 0,
        railChecks: 0,
        uma: { sender: '$ada@example.com', counterparty: {}, pending },
      };
    case 'RECEIPT':
      return { kind, sender };
    default:
      return kind satisfies never;
  }
}
