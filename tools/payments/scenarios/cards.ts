// Scenarios of cards, and of payments with them.
import type { Step } from '../fixtures.ts';
import { accountId, accounts, customer, fund, type Outcome, payer, type Scenario } from './scenario.ts';

const card = (more: object = {}): Step => ({
  name: 'card',
  path: '/cards',
  body: { cardholderId: '${customer.id}', form: 'VIRTUAL', fundingSources: [accountId], ...more },
});

const cardTransactions = '/transactions?type=CARD&customerId=${customer.id}';
const cardTransaction: Step = { name: 'cardTransactions', method: 'GET', path: cardTransactions };

const state = (fields: Outcome['fields']): Outcome => ({ path: '/cards/${card.id}', fields });

type CardRow = readonly [name: string, value: string, summary: string, outcome: Outcome, takes: string];

/** The issuer works in the background, so nothing is immediate. */
const issued: CardRow[] = [
  ['card.issued', 'any other', 'A card that is issued', state({ state: 'ACTIVE' }), '1s'],
  ['card.processing', '001', 'A card that stays in processing', state({ state: 'PROCESSING' }), '1s'],
  ['card.rejected', '002', 'A card that the issuer rejects', state({ state: 'CLOSED', stateReason: 'ISSUER_REJECTED' }), '1s'],
  ['card.delayed', '005', 'A card that is issued after 30 s', state({ state: 'ACTIVE' }), '30s'],
];

/** Of a customer whose ids end as requested. */
const holder = (ending: string): Step[] => [
  customer({ currencies: ['USD'], platformCustomerId: `\${random}-${ending}` }),
  accounts(),
  fund(),
];

const holderPlace = 'Customer: platformCustomerId at creation';

type PaymentRow = readonly [name: string, values: readonly string[], summary: string, fields: Outcome['fields'], takes?: string];

const authorized = { 'data.0.status': 'AUTHORIZED' };
const exception = { 'data.0.status': 'EXCEPTION' };

const payments: PaymentRow[] = [
  ['card_payment.approved', ['any other'], 'A card payment that is approved', { ...authorized, ...pending(0) }],
  ['card_payment.declined', ['002'], 'A card payment that is declined for a lack of funds', declined('INSUFFICIENT_FUNDS')],
  [
    'card_payment.declined_paused',
    ['003'],
    'A card payment that is declined because the card is paused',
    declined('CARD_PAUSED'),
  ],
  [
    'card_payment.debit_delayed',
    ['005'],
    'A card payment whose debit is confirmed after 30 s',
    { ...authorized, ...pending(0) },
    '30s',
  ],
  ['card_payment.debit_failed', ['006'], 'A card payment whose debit fails after 2 s', exception, '2s'],
];

/** A clearing of more than was authorized debits the account again. */
const overcleared: PaymentRow[] = [
  ['card_clearing.debit_failed', ['102', '103'], 'A clearing beyond what was held, whose debit fails', exception, '1s'],
  [
    'card_clearing.debit_delayed',
    ['105'],
    'A clearing beyond what was held, debited after 30 s',
    { ...settled(), ...pending(0) },
    '30s',
  ],
  ['card_clearing.debit_failed_late', ['106'], 'A clearing beyond what was held, whose debit fails after 2 s', exception, '2s'],
];

export const cards: readonly Scenario[] = [
  ...issued.map(([name, value, summary, outcome, takes]) => ({
    name,
    summary,
    magic: { place: 'Card: suffix', values: [value] },
    steps: [...payer(), card({ platformCardId: `\${random}-${value === 'any other' ? '911' : value}` })],
    outcome,
    takes,
  })),
  {
    name: 'card.holder_processing',
    summary: 'A card of a customer whose cards stay in processing',
    magic: { place: holderPlace, values: ['101'] },
    steps: [...holder('101'), card()],
    outcome: state({ state: 'PROCESSING' }),
    takes: '1s',
  },
  {
    name: 'card.holder_delayed',
    summary: 'A card of a customer whose cards are issued after 30 s',
    magic: { place: holderPlace, values: ['105'] },
    steps: [...holder('105'), card()],
    outcome: state({ state: 'ACTIVE' }),
    takes: '30s',
  },
  {
    name: 'card.funding_refused',
    summary: 'An account that cannot fund a card',
    magic: { place: holderPlace, values: ['102', '103'] },
    steps: [...holder('102'), { ...card(), refused: 'INVALID_INPUT' }],
  },
  ...payments.map((row) => paymentScenario(row, [])),
  ...overcleared.map((row) => paymentScenario(row, [cardTransaction, clearing()])),
];

function paymentScenario([name, values, summary, fields, takes]: PaymentRow, more: readonly Step[]): Scenario {
  const [value = ''] = values;
  return {
    name,
    summary,
    magic: { place: 'Card payment: suffix', values },
    steps: [
      ...payer(),
      card(),
      { advance: '1s' },
      authorization(value === 'any other' ? 'COFFEE BAR' : `COFFEE ${value}`),
      ...more,
    ],
    outcome: { path: cardTransactions, fields },
    ...(takes !== undefined && { takes }),
  };
}

function authorization(descriptor: string): Step {
  const body = { amount: 1_250, currency: { code: 'USD' }, merchant: { descriptor, mcc: '5814', country: 'US' } };
  return { name: 'message', path: '/sandbox/cards/${card.id}/simulate/authorization', body };
}

function clearing(): Step {
  const body = { cardTransactionId: '${cardTransactions.data.0.id}', amount: 1_500 };
  return { name: 'clearing', path: '/sandbox/cards/${card.id}/simulate/clearing', body };
}

function declined(reason: string) {
  return { ...exception, 'data.0.declineReason': reason };
}

function settled() {
  return { 'data.0.status': 'SETTLED' };
}

/** Debits that are not confirmed. */
function pending(count: number) {
  return { 'data.0.pullSummary.pendingCount': count };
}
