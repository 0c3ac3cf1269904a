// A rail as an operator would write it: a separate gRPC server that serves RailService, and reports changes to the platform.
// It keeps everything in memory, and the test controls the outcomes.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ExternalAccountInfo } from '../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import {
  type OfferSchema,
  type PayoutReportSchema,
  PayoutState,
  PullState,
  RailService,
} from '../../gen/payments/rails/v1/rail_pb.ts';
import { RateService } from '../../gen/payments/rates/v1/rate_pb.ts';
import { RailReportService } from '../../gen/payments/transfers/v1/rail_report_pb.ts';
import { type Implementation, serve } from './grpc-service.ts';
import { claimsIn, mintFor } from './rail-tokens.ts';

/** What the test sends. */
export type Order =
  | { readonly platform: string }
  | { readonly payout: string; readonly report: MessageInitShape<typeof PayoutReportSchema> }
  | { readonly pull: string; readonly state: PullState }
  | { readonly deposit: string; readonly reference: string; readonly amount: number; readonly platformId: string };

/** What the rail has done, for the test. */
export interface Done {
  readonly submitted: readonly Submitted[];
  readonly pulled: readonly { key: string; owner: string; payer: string | undefined }[];
  readonly refunded: readonly { key: string; amount: number }[];
}

interface Submitted {
  readonly key: string;
  readonly identifier: string;
  readonly rail: PaymentRail | undefined;
  readonly amount: number;
  readonly text: string;
  readonly owner: string;
  /** Number of the bank, if the account has one. */
  readonly bank: string | undefined;
  /** Name of the beneficiary. */
  readonly payee: string | undefined;
}

const { PORT = '0', RAIL_SECRET = '', RATE_SECRET = '' } = process.env;
const secrets: Readonly<Record<string, Buffer>> = {
  rails: Buffer.from(RAIL_SECRET, 'hex'),
  rates: Buffer.from(RATE_SECRET, 'hex'),
};
const nowSeconds = () => Date.now() / 1000;
/** The platform of each payment, by its key. */
const platforms = new Map<string, string>();
const payouts = new Map<string, MessageInitShape<typeof PayoutReportSchema>>();
const pulls = new Map<string, PullState>();
const submitted = new Map<string, Submitted>();
const pulled = new Map<string, Done['pulled'][number]>();
/** Account numbers by their owners. */
const issued = new Map<string, string>();
const refunded = new Map<string, number>();
let platform = '';

const offers: MessageInitShape<typeof OfferSchema>[] = [
  { rail: PaymentRail.RTP, seconds: 5, isInstant: true, max: 50_000n, fee: 25n },
  { rail: PaymentRail.ACH, seconds: 3_600, isInstant: false },
];

const rail: Implementation<typeof RailService> = {
  listOffers: ({ rails, accountInfo }) => {
    if (labelOf(accountInfo).bank === unreachedBank) return { offers: [] };
    return { offers: offers.filter((offer) => offer.rail !== undefined && rails.includes(offer.rail)) };
  },
  issueCoordinates: ({ key, currency, reference }) => {
    if (currency !== 'USD') return {};
    const accountNumber = issued.get(key) ?? `55${String(issued.size).padStart(8, '0')}`;
    issued.set(key, accountNumber);
    const value = {
      accountNumber,
      routingNumber: '021000021',
      bankName: 'Bank of the Rail',
      paymentRails: [PaymentRail.RTP],
      reference,
    };
    return { coordinates: [{ accountOrWalletInfo: { info: { case: 'usdAccount', value } } }] };
  },
  submitPayout: ({ payout }, platformId) => {
    if (!payout) throw new Error('There is no payout.');
    const { key, identifier, rail: by, amount, remittanceInformation: text = '', owner } = payout;
    platforms.set(key, platformId);
    submitted.set(key, { key, identifier, rail: by, amount: Number(amount), text, owner, ...labelOf(payout.accountInfo) });
    return payoutAt(key);
  },
  getPayout: ({ key }) => payoutAt(key),
  cancelPayout: ({ key }) => ({ isStopped: (payouts.get(key)?.state ?? PayoutState.SENT) === PayoutState.SENT }),
  startPull: ({ pull }, platformId) => {
    if (!pull) throw new Error('There is no pull.');
    const { key, owner, accountInfo } = pull;
    platforms.set(key, platformId);
    pulled.set(key, { key, owner, payer: labelOf(accountInfo).payee });
    return pullAt(key);
  },
  getPull: ({ key }) => pullAt(key),
  cancelPull: ({ key }) => ({ isStopped: !pulls.has(key) }),
  returnFunds: ({ key, amount }) => {
    refunded.set(key, Number(amount));
    return {};
  },
};

/** The number of a bank that it does not reach. */
const unreachedBank = '011000015';

/** What is needed to pay an account in the United States. */
function labelOf(accountInfo: ExternalAccountInfo | undefined) {
  const { info } = accountInfo ?? {};
  if (info?.case !== 'usdAccount') return { bank: undefined, payee: undefined };
  const { routingNumber: bank, beneficiary } = info.value;
  return { bank, payee: beneficiary?.kind.case === 'business' ? beneficiary.kind.value.legalName : undefined };
}

/** It trades in euro, and honours its quotes. */
const rates: Implementation<typeof RateService> = {
  listRates: () => ({
    currencies: [
      { currency: 'USD', units: '1', dollars: '1' },
      { currency: 'EUR', units: '0.8', dollars: '1' },
    ],
  }),
  confirmRate: () => ({ isHeld: true }),
};

const payoutAt = (key: string) => payouts.get(key) ?? { state: PayoutState.SENT };
const pullAt = (key: string) => ({ state: pulls.get(key) ?? PullState.WAITING });

/** The platform that a call is for. Throws for every caller but the payments platform. */
function platformOf(authorization: string, audience: string): string {
  const secret = secrets[audience] ?? Buffer.alloc(0);
  const { aud, sub } = claimsIn(authorization.replace('Bearer ', ''), secret, nowSeconds());
  if (aud !== audience) throw new Error('The token is for another service.');
  return sub;
}

async function obey(order: Order): Promise<void> {
  if ('platform' in order) platform = order.platform;
  if ('payout' in order) {
    payouts.set(order.payout, order.report);
    await progress(order.payout);
  }
  if ('pull' in order) {
    pulls.set(order.pull, order.state);
    await progress(order.pull);
  }
  if ('deposit' in order) await deposited(order);
}

async function progress(key: string): Promise<void> {
  const platformId = platforms.get(key);
  if (platformId !== undefined) await reports().reportProgress({ key }, as(platformId));
}

async function deposited({ deposit, reference, amount, platformId }: Extract<Order, { deposit: string }>): Promise<void> {
  await reports().reportDeposit({ depositId: deposit, reference, currency: 'USD', amount: BigInt(amount) }, as(platformId));
}

const reports = () => createClient(RailReportService, createGrpcTransport({ baseUrl: platform }));

function as(platformId: string) {
  const token = mintFor(platformId, Buffer.from(RAIL_SECRET, 'hex'), Math.floor(nowSeconds()));
  return { headers: { authorization: `Bearer ${token}` } };
}

const server = new Server();
serve(server, { desc: RailService, implementation: rail, callerOf: (authorization) => platformOf(authorization, 'rails') });
serve(server, { desc: RateService, implementation: rates, callerOf: (authorization) => platformOf(authorization, 'rates') });
server.bindAsync(`127.0.0.1:${PORT}`, ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});
process.on('message', (order: Order | 'done') => {
  const done = (): Done => ({
    submitted: [...submitted.values()],
    pulled: [...pulled.values()],
    refunded: [...refunded].map(([key, amount]) => ({ key, amount })),
  });
  const answer = order === 'done' ? Promise.resolve(done()) : obey(order);
  answer.then(
    (said) => process.send?.({ said: said ?? null }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
