// A rail as an operator would write one: a process of its own that serves RailService, and tells the platform when it knows more.
// It keeps everything in memory, and learns from the test how things go.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type ConnectRouter, createClient, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport } from '@connectrpc/connect-node';
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
import type { Caller } from '../../services/kit/caller.ts';
import { wall } from '../../services/kit/clock.ts';
import { callerTokens } from '../../services/kit/rpc/caller-token.ts';
import { openSecrets } from '../../services/kit/secrets.ts';

/** What the test sends. */
export type Order =
  | { readonly platform: string }
  | { readonly payout: string; readonly report: MessageInitShape<typeof PayoutReportSchema> }
  | { readonly pull: string; readonly state: PullState }
  | { readonly deposit: string; readonly reference: string; readonly amount: number; readonly platformId: string };

/** What the rail has done, as the test reads it. */
export interface Done {
  readonly submitted: readonly Submitted[];
  readonly pulled: readonly { key: string; owner: string; payer: string | undefined }[];
  readonly givenBack: readonly { key: string; amount: number }[];
}

interface Submitted {
  readonly key: string;
  readonly identifier: string;
  readonly rail: PaymentRail | undefined;
  readonly amount: number;
  readonly text: string;
  readonly owner: string;
  /** Number of the bank, where the account tells one. */
  readonly bank: string | undefined;
  /** Name of the beneficiary. */
  readonly payee: string | undefined;
}

const tokens = callerTokens(openSecrets([Buffer.from(process.env.MASTER_KEY ?? '', 'hex')]).keyFor('caller tokens'), wall);
const callers = new Map<string, Caller>();
const payouts = new Map<string, MessageInitShape<typeof PayoutReportSchema>>();
const pulls = new Map<string, PullState>();
const submitted = new Map<string, Submitted>();
const pulled = new Map<string, Done['pulled'][number]>();
const givenBack = new Map<string, number>();
let platform = '';

const offers: MessageInitShape<typeof OfferSchema>[] = [
  { rail: PaymentRail.RTP, seconds: 5, isInstant: true, max: 50_000n, fee: 25n },
  { rail: PaymentRail.ACH, seconds: 3_600, isInstant: false },
];

const rail: ServiceImpl<typeof RailService> = {
  listOffers: ({ rails, accountInfo }) => {
    if (told(accountInfo).bank === unreachedBank) return { offers: [] };
    return { offers: offers.filter((offer) => offer.rail !== undefined && rails.includes(offer.rail)) };
  },
  submitPayout: async ({ payout }, context) => {
    if (!payout) throw new Error('There is no payout.');
    const { key, identifier, rail: by, amount, remittanceInformation: text = '', owner } = payout;
    callers.set(key, await callerOf(context));
    submitted.set(key, { key, identifier, rail: by, amount: Number(amount), text, owner, ...told(payout.accountInfo) });
    return payoutAt(key);
  },
  getPayout: ({ key }) => payoutAt(key),
  cancelPayout: ({ key }) => ({ isStopped: (payouts.get(key)?.state ?? PayoutState.SENT) === PayoutState.SENT }),
  startPull: async ({ pull }, context) => {
    if (!pull) throw new Error('There is no pull.');
    const { key, owner, accountInfo } = pull;
    callers.set(key, await callerOf(context));
    pulled.set(key, { key, owner, payer: told(accountInfo).payee });
    return pullAt(key);
  },
  getPull: ({ key }) => pullAt(key),
  cancelPull: ({ key }) => ({ isStopped: !pulls.has(key) }),
  giveBack: ({ key, amount }) => {
    givenBack.set(key, Number(amount));
    return {};
  },
};

/** The number of a bank that it does not reach. */
const unreachedBank = '011000015';

/** What is needed to pay an account in the United States. */
function told(accountInfo: ExternalAccountInfo | undefined) {
  const { info } = accountInfo ?? {};
  if (info?.case !== 'usdAccount') return { bank: undefined, payee: undefined };
  const { routingNumber: bank, beneficiary } = info.value;
  return { bank, payee: beneficiary?.kind.case === 'business' ? beneficiary.kind.value.legalName : undefined };
}

/** It trades in euro, and stands for what it tells. */
const rates: ServiceImpl<typeof RateService> = {
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

/** Throws for everybody but services of the installation. */
async function callerOf({ requestHeader }: HandlerContext): Promise<Caller> {
  const caller = await tokens.verify(requestHeader.get('authorization')?.replace('Bearer ', '') ?? '');
  if (caller.service === undefined) throw new Error('Only services of the installation hand payments over.');
  return caller;
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
  const caller = callers.get(key);
  if (caller) await reports().reportProgress({ key }, await as(caller));
}

async function deposited({ deposit, reference, amount, platformId }: Extract<Order, { deposit: string }>): Promise<void> {
  const caller: Caller = { platformId, environment: 'production', permissions: [], clockOffsetMs: 0 };
  await reports().reportDeposit({ depositId: deposit, reference, currency: 'USD', amount: BigInt(amount) }, await as(caller));
}

const reports = () => createClient(RailReportService, createConnectTransport({ baseUrl: platform, httpVersion: '1.1' }));

async function as(caller: Caller) {
  return { headers: { authorization: `Bearer ${await tokens.mint({ ...caller, service: 'rails' })}` } };
}

const routes = (router: ConnectRouter) => void router.service(RailService, rail).service(RateService, rates);
const server = createServer(connectNodeAdapter({ routes }));
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  process.send?.({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('message', (order: Order | 'done') => {
  const done = (): Done => ({
    submitted: [...submitted.values()],
    pulled: [...pulled.values()],
    givenBack: [...givenBack].map(([key, amount]) => ({ key, amount })),
  });
  const answer = order === 'done' ? Promise.resolve(done()) : obey(order);
  answer.then(
    (said) => process.send?.({ said: said ?? null }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
