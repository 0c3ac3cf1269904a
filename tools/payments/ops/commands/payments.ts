// `ops payments` and `ops refunds`: transactions of a platform.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SuspendedRefundSchema, SuspendedRefundService } from '../../../../gen/payments/transfers/v1/suspended_refund_pb.ts';
import { SortOrder, TransactionSchema, TransactionService } from '../../../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransactionStatus, TransactionStatusSchema } from '../../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { wall } from '../../../../services/kit/core/clock.ts';
import { uuidIn } from '../../../../services/kit/core/ids.ts';
import { deadLettersOf } from '../../../../services/kit/service/common-services.ts';
import { secondsOf } from '../../duration.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';
import { timeIn } from '../times.ts';

const payment = columns('id', 'type', 'status', 'customerId', 'sentAmount', 'receivedAmount', 'createdAt');

export const paymentsSearch = opsCommand({
  name: 'payments search',
  summary: 'Search the payments of a platform, newest first',
  isForPlatform: true,
  options: {
    status: { value: 'STATUS', description: 'with this status', values: () => namesOf(TransactionStatusSchema) },
    customer: { value: 'CUSTOMER', description: 'id of a customer' },
    account: { value: 'ACCOUNT', description: 'of sender or receiver: account id, UMA address, or account number' },
    reference: { value: 'REFERENCE', description: 'of the reconciliation or the refund' },
    from: { value: 'TIME', description: 'created at or after this RFC 3339 time' },
    to: { value: 'TIME', description: 'created at or before this RFC 3339 time' },
    cursor: { value: 'CURSOR', description: 'next page, as printed by the previous one' },
  },
  examples: [
    'payments search --platform 019… --status PROCESSING',
    'payments search --platform 019… --account DE89370400440532013000',
  ],
  run: async ({ client, print, text }) => {
    const [status, customerId, account, reference] = [text('status'), text('customer'), text('account'), text('reference')];
    const [from, to, cursor] = [text('from'), text('to'), text('cursor')];
    const { data, nextCursor } = await client(TransactionService).listTransactions({
      limit: 100,
      ...(status !== undefined && { status: enumIn(TransactionStatusSchema, status) }),
      ...(customerId !== undefined && { customerId }),
      ...(account !== undefined && { accountIdentifier: account }),
      ...(reference !== undefined && { reference }),
      ...(from !== undefined && { startDate: timeIn(from) }),
      ...(to !== undefined && { endDate: timeIn(to) }),
      ...(cursor !== undefined && { cursor }),
    });
    print.table(
      data.map((transaction) => plain(TransactionSchema, transaction)),
      payment,
    );
    if (nextCursor !== undefined) print.note(`There are more: --cursor ${nextCursor}`);
  },
});

export const paymentsShow = opsCommand({
  name: 'payments show',
  summary: 'Show a payment',
  isForPlatform: true,
  parameters: [{ name: 'transaction', description: 'its id' }],
  examples: ['payments show Transaction:019… --platform 019…'],
  run: async ({ client, print, parameters: [transactionId = ''] }) =>
    print.fields(plain(TransactionSchema, await client(TransactionService).getTransaction({ transactionId }))),
});

export const paymentsStuck = opsCommand({
  name: 'payments stuck',
  summary: 'List payments that have been in progress for long, oldest first',
  isForPlatform: true,
  options: { age: { value: 'DURATION', description: 'created at least this long ago; 1h if absent' } },
  examples: ['payments stuck --platform 019…', 'payments stuck --platform 019… --age 2d'],
  run: async ({ client, print, text }) => {
    const before = new Date(wall.now().getTime() - secondsOf(text('age') ?? '1h') * 1000);
    const { data, nextCursor } = await client(TransactionService).listTransactions({
      status: TransactionStatus.PROCESSING,
      endDate: timestampFromDate(before),
      sortOrder: SortOrder.ASC,
      limit: 100,
    });
    print.table(
      data.map((transaction) => plain(TransactionSchema, transaction)),
      payment,
    );
    if (nextCursor !== undefined) print.note('There are more. These are the 100 oldest.');
  },
});

export const paymentsRetry = opsCommand({
  name: 'payments retry',
  summary: 'Retry the jobs of a payment that were given up',
  details: ['Other jobs are retried by themselves, at intervals of up to five minutes.'],
  isForPlatform: true,
  parameters: [{ name: 'transaction', description: 'its id' }],
  examples: ['payments retry Transaction:019… --platform 019…'],
  run: async ({ client, print, platformId, parameters: [transactionId = ''] }) => {
    const letters = client(deadLettersOf('transfers'));
    const ids: string[] = [];
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const page = { limit: 100, ...(platformId !== undefined && { platformId }), ...(after !== undefined && { after }) };
      const { deadLetters, nextAfter } = await letters.listDeadLetters(page);
      ids.push(...deadLetters.filter(({ key }) => key.includes(uuidIn(transactionId))).map(({ id }) => id));
      after = nextAfter;
    }
    if (ids.length > 0) await letters.retryDeadLetters({ ids });
    print.fields({ transactionId, retried: ids.length });
  },
});

export const refundsList = opsCommand({
  name: 'refunds list',
  summary: 'List failed refunds, whose money waits in suspense',
  isForPlatform: true,
  options: { after: { value: 'TRANSACTION', description: 'last transaction of the previous page' } },
  examples: ['refunds list --platform 019…'],
  run: async ({ client, print, text }) => {
    const after = text('after');
    const { refunds } = await client(SuspendedRefundService).listSuspendedRefunds(after === undefined ? {} : { after });
    print.table(
      refunds.map((refund) => plain(SuspendedRefundSchema, refund)),
      columns('transactionId', 'owner', 'amount', 'currency', 'initiatedAt'),
    );
  },
});

export const refundsRelease = opsCommand({
  name: 'refunds release',
  summary: 'Complete a failed refund: to the account of the payer, to another account, or through the rail',
  isForPlatform: true,
  parameters: [{ name: 'transaction', description: 'its id' }],
  options: { to: { value: 'ACCOUNT', description: 'internal account of the platform; required for crypto assets' } },
  isIrreversible: 'Released money cannot be called back',
  examples: ['refunds release Transaction:019… --platform 019… --yes'],
  run: async ({ client, print, text, parameters: [transactionId = ''] }) => {
    const accountId = text('to');
    const { isCompleted } = await client(SuspendedRefundService).releaseSuspendedRefund({
      transactionId,
      ...(accountId !== undefined && { accountId }),
    });
    print.fields({ transactionId, isCompleted });
    if (!isCompleted) print.note('A job repeats it until it is completed.');
  },
});
