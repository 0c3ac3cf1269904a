// `ops cards`: cards, and what customers owe for card payments.
import {
  CardDirectoryService,
  CardReceivableSchema,
  CloseCardResponseSchema,
  ResolveCardPaymentResponseSchema,
} from '../../../../gen/payments/cards/v1/card_directory_pb.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';

const transactionParameter = { name: 'transaction', description: 'id of the card transaction' };

export const cardsOwed = opsCommand({
  name: 'cards owed',
  summary: 'List card payments that the accounts did not cover',
  isForPlatform: true,
  options: { after: { value: 'TRANSACTION', description: 'last transaction of the previous page' } },
  examples: ['cards owed --platform 019…'],
  run: async ({ client, print, text }) => {
    const after = text('after');
    const page = { limit: 100, ...(after !== undefined && { after }) };
    const { receivables } = await client(CardDirectoryService).listCardReceivables(page);
    const rows = receivables.map((receivable) => plain(CardReceivableSchema, receivable));
    print.table(
      rows.map((row) => ({ ...row, ...(row.transaction as object) })),
      columns('id', 'cardId', 'status', 'owedAmount', 'currency'),
    );
  },
});

export const cardsResolve = opsCommand({
  name: 'cards resolve',
  summary: 'Debit the account again for what is owed',
  isForPlatform: true,
  parameters: [transactionParameter],
  examples: ['cards resolve CardTransaction:019… --platform 019…'],
  run: async ({ client, print, parameters: [transactionId = ''] }) => {
    const resolved = await client(CardDirectoryService).retryCardPayment({ transactionId });
    print.fields(plain(ResolveCardPaymentResponseSchema, resolved).transaction as Record<string, unknown>);
  },
});

export const cardsWriteOff = opsCommand({
  name: 'cards write-off',
  summary: 'Absorb what is owed for a payment of a closed card',
  isForPlatform: true,
  parameters: [transactionParameter],
  isIrreversible: 'A write-off cannot be reversed',
  examples: ['cards write-off CardTransaction:019… --platform 019… --yes'],
  run: async ({ client, print, parameters: [transactionId = ''] }) => {
    const writtenOff = await client(CardDirectoryService).writeOffCardPayment({ transactionId });
    print.fields(plain(ResolveCardPaymentResponseSchema, writtenOff).transaction as Record<string, unknown>);
  },
});

export const cardsClose = opsCommand({
  name: 'cards close',
  summary: 'Close a card',
  isForPlatform: true,
  parameters: [{ name: 'card', description: 'its id' }],
  isIrreversible: 'A closed card cannot be opened again',
  examples: ['cards close Card:019… --platform 019… --yes'],
  run: async ({ client, print, parameters: [cardId = ''] }) => {
    const closed = await client(CardDirectoryService).closeCard({ cardId });
    print.fields(plain(CloseCardResponseSchema, closed).card as Record<string, unknown>);
  },
});
