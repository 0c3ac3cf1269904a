// A rail as an operator would write one: a process of its own that serves RailService, and tells the platform when it knows more.
// It keeps everything in memory, and learns from the test how things go.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type ConnectRouter, createClient, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport } from '@connectrpc/connect-node';
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
  readonly submitted: readonly { key: string; identifier: string; rail: PaymentRail | undefined; amount: number; text: string }[];
  readonly givenBack: readonly { key: string; amount: number }[];
}

const tokens = callerTokens(openSecrets([Buffer.from(process.env.MASTER_KEY ?? '', 'hex')]).keyFor('caller tokens'), wall);
const callers = new Map<string, Caller>();
const payouts = new Map<string, MessageInitShape<typeof PayoutReportSchema>>();
const pulls = new Map<string, PullState>();
const submitted = new Map<string, Done['submitted'][number]>();
const givenBack = new Map<string, number>();
let platform = '';

const offers: MessageInitShape<typeof OfferSchema>[] = [
  { rail: PaymentRail.RTP, seconds: 5, isInstant: true, max: 50_000n, fee: 25n },
  { rail: PaymentRail.ACH, seconds: 3_600, isInstant: false },
];

const rail: ServiceImpl<typeof RailService> = {
  listOffers: ({ rails }) => ({ offers: offers.filter((offer) => offer.rail !== undefined && rails.includes(offer.rail)) }),
  submitPayout: async ({ payout }, context) => {
    const { key = '', identifier = '', rail: by, amount = 0n, remittanceInformation: text = '' } = payout ?? {};
    callers.set(key, await callerOf(context));
    submitted.set(key, { key, identifier, rail: by, amount: Number(amount), text });
    return payoutAt(key);
  },
  getPayout: ({ key }) => payoutAt(key),
  cancelPayout: ({ key }) => ({ isStopped: (payouts.get(key)?.state ?? PayoutState.SENT) === PayoutState.SENT }),
  startPull: async ({ pull }, context) => {
    callers.set(pull?.key ?? '', await callerOf(context));
    return pullAt(pull?.key ?? '');
  },
  getPull: ({ key }) => pullAt(key),
  cancelPull: ({ key }) => ({ isStopped: !pulls.has(key) }),
  giveBack: ({ key, amount }) => {
    givenBack.set(key, Number(amount));
    return {};
  },
};

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
    givenBack: [...givenBack].map(([key, amount]) => ({ key, amount })),
  });
  const answer = order === 'done' ? Promise.resolve(done()) : obey(order);
  answer.then(
    (said) => process.send?.({ said: said ?? null }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
