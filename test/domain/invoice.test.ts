// The amount of a Lightning invoice.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { invoiceKey, refuseOtherAmount } from '../../services/transfers/domain/quote/invoice.ts';

const data = 'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq';

test.each([
  [`lnbc1${data}`, 1n, true],
  [`lnbc1023456789${data}`, 1n, true],
  [`lnbcrt50u1${data}`, 5_000n, true],
  [`LNBCRT50U1${data.toUpperCase()}`, 5_000n, true],
  [`lnbcrt50u1${data}`, 4_999n, false],
  [`lntb20m1${data}`, 2_000_000n, true],
  [`lnbc2500u1${data}`, 250_000n, true],
  [`lnbc10n1${data}`, 1n, true],
  [`lnbc15n1${data}`, 1n, false],
  [`lnbc15n1${data}`, 2n, false],
  [`lnbc10000p1${data}`, 1n, true],
  [`lnbc11${data}`, 100_000_000n, true],
  [`lnbc111${data}`, 1_100_000_000n, true],
  [`lnbc99999999999999991${data}`, 1n, false],
])('%s can be paid with %d satoshi: %s', (invoice, received, isAllowed) => {
  const attempt = () => refuseOtherAmount(invoice, received);

  if (isAllowed) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(expect.objectContaining({ code: ErrorCode.INVALID_AMOUNT }));
});

test('an invoice means the same in capitals', () => {
  expect(invoiceKey('LNBC1ABC')).toBe(invoiceKey('lnbc1abc'));
  expect(invoiceKey('lnbc1abc')).not.toBe(invoiceKey('lnbc1abd'));
});
