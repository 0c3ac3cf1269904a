// The operator's rail, called by RPC. It reports states; their meaning is decided here.
import type { Client } from '@connectrpc/connect';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import {
  type Offer,
  PayoutFailure,
  type PayoutReport,
  PayoutState,
  type PullReport as PullReportMessage,
  PullState,
  type RailService,
} from '../../../gen/payments/rails/v1/rail_pb.ts';
import { fromOnChain } from '../convert-on-chain.ts';
import type { PayoutOutcome } from '../domain/payment/outcomes.ts';
import type { OutgoingFailureReason } from '../domain/shared/failure-reasons.ts';
import type { Money } from '../domain/shared/money.ts';
import { nameIn } from '../domain/shared/name-in.ts';
import type { RailOffer } from '../domain/shared/rails.ts';
import type { Payout, Pull, PullReport, Rail, Report } from './rail.ts';

export function connectedRail(client: Client<typeof RailService>): Rail {
  return {
    offers: async ({ currency, rails, info }) => {
      const accountInfo = info && { accountInfo: info };
      const { offers } = await client.listOffers({ currency, rails: rails.map(railNamed), ...accountInfo });
      return offers.map(offerIn);
    },
    submit: async (payout) => reportIn(await client.submitPayout({ payout: toPayout(payout) }), payout),
    check: async (payout) => reportIn(await client.getPayout({ key: payout.key }), payout),
    collect: async (pull) => pullReportIn(await client.startPull({ pull: toPull(pull) })),
    checkPull: async ({ key }) => pullReportIn(await client.getPull({ key })),
    cancel: async ({ key }) => (await client.cancelPayout({ key })).isStopped,
    cancelPull: async ({ key }) => (await client.cancelPull({ key })).isStopped,
    returnFunds: async ({ key, amount, depositId = '' }) => {
      await client.returnFunds({ key, depositId, ...toMoney(amount) });
    },
  };
}

/** How often a payment in progress is polled, in case a report of the rail was lost. */
const patienceMs = 600_000;
const atOnceMs = 1;
const monthMs = 30 * 86_400_000;

/** When to poll: as the rail says, but within a month. Undefined if it says nothing, or no time that lies ahead. */
function pollAfter(nextAfterMs: bigint | undefined): number | undefined {
  if (nextAfterMs === undefined || nextAfterMs <= 0n) return undefined;
  return nextAfterMs < monthMs ? Number(nextAfterMs) : monthMs;
}

function reportIn(report: PayoutReport, payout: Payout): Report {
  const onChain = fromOnChain(report.onChainTransaction);
  return { ...progressIn(report, payout), ...(onChain && { onChain }) };
}

/** The meaning of a payout's state, given earlier reports. Returns one event at a time; the next poll follows immediately. */
function progressIn({ state, failure, nextAfterMs }: PayoutReport, { isDelivered }: Payout): Report {
  const afterMs = pollAfter(nextAfterMs);
  const later = afterMs === undefined ? {} : { nextAfterMs: afterMs };
  switch (state) {
    case PayoutState.DELIVERED:
      return { ...(!isDelivered && { outcome: delivered }), ...later };
    case PayoutState.RETURNED:
      return isDelivered ? { outcome: returned } : { outcome: delivered, nextAfterMs: atOnceMs };
    case PayoutState.FAILED:
      return { outcome: isDelivered ? returned : failed(failure) };
    default:
      return { nextAfterMs: patienceMs, ...later };
  }
}

const delivered: PayoutOutcome = { kind: 'DELIVERED' };
const returned: PayoutOutcome = { kind: 'RETURNED' };

function failed(failure: PayoutFailure): PayoutOutcome {
  return { kind: 'FAILED', failure: reasons[failure] ?? 'QUOTE_EXECUTION_FAILED' };
}

const reasons: { readonly [F in PayoutFailure]?: OutgoingFailureReason } = {
  [PayoutFailure.ACCOUNT_INVALID]: 'ACCOUNT_INVALID',
  [PayoutFailure.ACCOUNT_CANNOT_RECEIVE]: 'ACCOUNT_CANNOT_RECEIVE',
  [PayoutFailure.COMPLIANCE_REJECTED]: 'COMPLIANCE_REJECTED',
  [PayoutFailure.LIMIT_EXCEEDED]: 'LIMIT_EXCEEDED',
};

function pullReportIn({ state, nextAfterMs }: PullReportMessage): PullReport {
  if (state === PullState.COLLECTED) return { state: 'COLLECTED' };
  if (state === PullState.REFUSED) return { state: 'REFUSED' };
  if (state === PullState.RETURNED) return { state: 'RETURNED' };
  return { state: 'WAITING', nextAfterMs: pollAfter(nextAfterMs) ?? patienceMs };
}

function offerIn({ rail, seconds, isInstant, min, max, fee }: Offer): RailOffer {
  return {
    seconds,
    isInstant,
    fee,
    ...(rail !== undefined && { rail: nameIn(PaymentRail, rail) }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

function toPayout({ key, account, owner, rail, amount, remittanceInformation }: Payout) {
  const { isBankAccount, identifier, info } = account;
  return {
    key,
    isBankAccount,
    identifier,
    accountInfo: info,
    owner,
    ...toMoney(amount),
    ...(rail !== undefined && { rail: railNamed(rail) }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
  };
}

function toPull({ key, account, owner, rail, amount }: Pull) {
  const { identifier, info } = account;
  return { key, identifier, accountInfo: info, owner, rail: railNamed(rail), ...toMoney(amount) };
}

const toMoney = ({ currency, amount }: Money) => ({ currency, amount });

const railNamed = (name: string) => PaymentRail[name as keyof typeof PaymentRail];
