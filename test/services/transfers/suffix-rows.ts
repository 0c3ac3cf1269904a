// Both suffix tables as rows: events, end, and remaining balances.
import { newSepaBank, newWallet } from './transfers-world.ts';

export const [sent, platformFee, serviceFee] = [20_000n, 155n, 100n];
const converted = sent - platformFee - serviceFee;

export const destinations = {
  bank: { make: newSepaBank, currency: 'EUR', received: 18_165n, world: 'WORLD:SEPA_INSTANT EUR' },
  wallet: { make: newWallet, currency: 'USDC', received: 197_450_000n, world: 'WORLD:WALLET USDC' },
};
type Destination = keyof typeof destinations;

interface Books {
  readonly origin: string;
  readonly destination: Destination;
}

export const left = {
  nothing: () => ({}),
  suspense: ({ origin }: Books) => ({ [origin]: -sent, 'REFUND_SUSPENSE USD': sent }),
  underWay: (books: Books) => ({ ...spread(books), 'FEE_PLATFORM_PENDING USD': platformFee, ...payout(books, 'PAYOUT') }),
  paid: (books: Books) => ({ ...spread(books), 'fees:AVAILABLE USD': platformFee, ...payout(books, 'WORLD') }),
};

function spread({ origin, destination }: Books) {
  const { currency, received } = destinations[destination];
  return { [origin]: -sent, 'FX USD': converted, [`FX ${currency}`]: -received, 'FEE_SERVICE USD': serviceFee };
}

function payout({ destination }: Books, at: 'PAYOUT' | 'WORLD') {
  const { currency, received, world: outside } = destinations[destination];
  return { [at === 'WORLD' ? outside : `PAYOUT ${currency}`]: received };
}

export interface Row {
  readonly suffix: string;
  readonly destination: Destination;
  readonly eventTypes: string[];
  readonly later?: { readonly afterSeconds: number; readonly eventTypes: string[]; readonly meanwhile: keyof typeof left };
  readonly ends: { status: string; failureReason?: string; refund?: { status: string; reason: string } };
  readonly left: keyof typeof left;
}

const back = ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'];
const completed = { ends: { status: 'COMPLETED' }, left: 'paid' } as const;
const failed = (failureReason: string, reason = 'TRANSACTION_FAILED') =>
  ({ ends: { status: 'FAILED', failureReason, refund: { status: 'COMPLETED', reason } }, left: 'nothing' }) as const;

const tableA: Omit<Row, 'destination'>[] = [
  { suffix: '002', eventTypes: back, ...failed('QUOTE_EXECUTION_FAILED') },
  { suffix: '003', eventTypes: back, ...failed('ACCOUNT_INVALID') },
  { suffix: '004', eventTypes: back, ...failed('ACCOUNT_CANNOT_RECEIVE') },
  {
    suffix: '005',
    eventTypes: [],
    later: { afterSeconds: 30, eventTypes: back, meanwhile: 'underWay' },
    ...failed('QUOTE_EXECUTION_FAILED', 'TIMEOUT'),
  },
  ...['006', '999'].map((suffix) => ({ suffix, eventTypes: ['COMPLETED'], ...completed })),
];

const tableB: Omit<Row, 'destination'>[] = [
  { suffix: '002', eventTypes: back, ...failed('QUOTE_EXECUTION_FAILED') },
  { suffix: '003', eventTypes: [], later: { afterSeconds: 360, eventTypes: ['COMPLETED'], meanwhile: 'underWay' }, ...completed },
  { suffix: '004', eventTypes: back, ...failed('COUNTERPARTY_POST_TX_FAILED') },
  {
    suffix: '005',
    eventTypes: ['COMPLETED'],
    later: { afterSeconds: 30, eventTypes: back, meanwhile: 'paid' },
    ...failed('PAYOUT_RETURNED'),
  },
  {
    suffix: '006',
    eventTypes: ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    ends: { status: 'COMPLETED', refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' } },
    left: 'nothing',
  },
  {
    suffix: '007',
    eventTypes: ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    ends: {
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    },
    left: 'suspense',
  },
  { suffix: '999', eventTypes: ['COMPLETED'], ...completed },
];

export const rows: Row[] = [
  ...tableA.map((row) => ({ ...row, destination: 'wallet' as const })),
  ...tableB.map((row) => ({ ...row, destination: 'bank' as const })),
];
