// A card issuer as an operator would write it: a separate gRPC server. It keeps everything in memory, and the test decides about orders.
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { CardEventKind, CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { IssuedCardState, IssuerService, type ProvisionCardResponse } from '../../../gen/payments/issuing/v1/issuer_pb.ts';
import { type Implementation, serve } from '../../rails/grpc-service.ts';
import { claimsIn, mintFor } from '../../rails/rail-tokens.ts';

/** What the test sends. */
export type Order = Decision | Lookup | Purchase | 'cards';

/** The outcome of an order, by the platform's id of the card. */
interface Decision {
  readonly platformCardId: string;
  readonly outcome: 'provisioned' | 'rejected';
}

/** Asks the platform at this address for the name of a cardholder. */
interface Lookup {
  readonly nameOn: string;
  readonly address: string;
}

/** The network asks whether a card may pay. */
interface Purchase {
  readonly purchaseWith: string;
  readonly amount: number;
  readonly address: string;
}

/** What the issuer knows of a card. */
export interface IssuedCard {
  readonly platformCardId?: string;
  readonly cardholderId?: string;
  /** Of the cardholder. */
  readonly name?: string;
  readonly currency?: string;
  readonly platformId?: string;
  /** How often it was ordered. */
  readonly orders?: number;
  readonly password?: string;
  readonly state?: string;
  /** The platform's decisions on purchases: `approved`, or the reason. */
  readonly decisions?: readonly string[];
  readonly sessions?: readonly { readonly url: string; readonly origins: readonly string[] }[];
}

const secret = Buffer.from(process.env.ISSUER_SECRET ?? '', 'hex');
const cards = new Map<string, IssuedCard>();
const decisions = new Map<string, Decision['outcome']>();

const cardAt = (id: string): IssuedCard => cards.get(id) ?? {};
const keep = (id: string, facts: IssuedCard) => void cards.set(id, { ...cardAt(id), ...facts });

const issuer: Implementation<typeof IssuerService> = {
  setThreeDSecurePassword: ({ cardId, password }) => {
    keep(cardId, { password });
    return {};
  },
  provisionCard: ({ cardId, cardholderId, platformCardId, currency }, platformId) => {
    keep(cardId, { cardholderId, platformCardId, currency, platformId, orders: (cardAt(cardId).orders ?? 0) + 1 });
    return { outcome: outcomeOf(platformCardId) };
  },
  setCardState: ({ cardId, state }) => {
    keep(cardId, { state: states.get(state) ?? '' });
    return {};
  },
  createRevealSession: ({ cardId, allowedOrigins: origins }) => {
    const { sessions = [] } = cardAt(cardId);
    const url = `https://issuer.example/cards/${sessions.length + 1}#a-token-of-the-issuer`;
    keep(cardId, { sessions: [...sessions, { url, origins }] });
    return { url };
  },
};

const states = new Map<IssuedCardState, string>([
  [IssuedCardState.ACTIVE, 'ACTIVE'],
  [IssuedCardState.FROZEN, 'FROZEN'],
  [IssuedCardState.CLOSED, 'CLOSED'],
]);

const printed = { last4: '4242', expMonth: 7, expYear: 2030, processorRef: 'processor-1', issuerRef: 'issuer-1' };

function outcomeOf(platformCardId: string): ProvisionCardResponse['outcome'] {
  switch (decisions.get(platformCardId)) {
    case 'provisioned':
      return { case: 'provisioned', value: { $typeName: 'payments.issuing.v1.ProvisionedCard', ...printed } };
    case 'rejected':
      return { case: 'rejected', value: { $typeName: 'payments.issuing.v1.RejectedCard' } };
    case undefined:
      return { case: 'pending', value: { $typeName: 'payments.issuing.v1.PendingCard' } };
  }
}

/** The platform that a call is for. Throws for every caller but the payments platform. */
function platformOf(authorization: string): string {
  const { aud, sub } = claimsIn(authorization.replace('Bearer ', ''), secret, Date.now() / 1000);
  if (aud !== 'issuing') throw new Error('The token is for another provider.');
  return sub;
}

/** For calls to the platform of a card. */
function asIssuerOf({ platformId = '' }: IssuedCard) {
  const token = mintFor(platformId, secret, Math.floor(Date.now() / 1000), 'issuing');
  return { headers: { authorization: `Bearer ${token}` } };
}

async function nameOn({ nameOn: cardId, address }: Lookup): Promise<string> {
  const card = cardAt(cardId);
  const customers = createClient(CustomerService, createGrpcTransport({ baseUrl: address }));
  const { kind } = await customers.getCustomer({ customerId: card.cardholderId ?? '' }, asIssuerOf(card));
  return kind.case === 'individual' ? (kind.value.fullName ?? '') : '';
}

/** Asks for a decision, and reports the clearing of an approved purchase. Each call is repeated, as after a lost response. */
async function purchase({ purchaseWith: cardId, amount, address }: Purchase): Promise<void> {
  const card = cardAt(cardId);
  const { currency = '', decisions: earlier = [] } = card;
  const reports = createClient(CardReportService, createGrpcTransport({ baseUrl: address }));
  const issuerTransactionToken = `${cardId} purchase ${earlier.length}`;
  const message = {
    eventId: `${issuerTransactionToken}: message`,
    issuerTransactionToken,
    cardId,
    kind: CardMessageKind.AUTHORIZATION,
    amount: BigInt(amount),
    currency,
    merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
  };
  await reports.decideCardPayment(message, asIssuerOf(card));
  const { isApproved, declineReason = '' } = await reports.decideCardPayment(message, asIssuerOf(card));
  const clearing = { eventId: `${issuerTransactionToken}: clearing`, issuerTransactionToken, kind: CardEventKind.CLEARING };
  const collected = { ...clearing, amount: message.amount };
  for (const _ of isApproved ? [1, 2] : []) await reports.reportCardEvent(collected, asIssuerOf(card));
  keep(cardId, { decisions: [...earlier, isApproved ? 'approved' : declineReason] });
}

const server = new Server();
serve(server, { desc: IssuerService, implementation: issuer, callerOf: platformOf });
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.send?.({ address: `http://127.0.0.1:${port}` });
});
process.on('message', async (order: Order) => {
  if (typeof order === 'object' && 'outcome' in order) decisions.set(order.platformCardId, order.outcome);
  if (typeof order === 'object' && 'nameOn' in order) keep(order.nameOn, { name: await nameOn(order) });
  if (typeof order === 'object' && 'purchaseWith' in order) await purchase(order);
  process.send?.(Object.fromEntries(cards));
});
