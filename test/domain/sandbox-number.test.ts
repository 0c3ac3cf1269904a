// Numbers of sandbox cards.
import { expect, test } from 'vitest';
import { isLuhnValid, printedOn } from '../../services/cards/issuer/sandbox-number.ts';
import { uuidv7 } from '../../services/kit/core/ids.ts';

test.each([
  ['4111111111111111', true],
  ['5555555555554444', true],
  ['79927398713', true], // the example of ISO/IEC 7812-1
  ['79927398710', false],
  ['4111111111111112', false],
])('%s is valid: %s', (number, isValid) => {
  expect(isLuhnValid(number)).toBe(isValid);
});

test('every card has a valid number of its range, which ends in its last four digits', () => {
  for (let at = 0; at < 2_000; at++) {
    const id = uuidv7(at, Buffer.alloc(10, at));
    const [currency, range] = at % 2 ? (['USD', '400000'] as const) : (['EUR', '555555'] as const);
    const last4 = `${(at * 7_919) % 10_000}`.padStart(4, '0');

    const { number, code } = printedOn({ id, currency }, last4);

    expect([number.length, isLuhnValid(number), code.length], number).toEqual([16, true, 3]);
    expect(number.startsWith(range) && number.endsWith(last4), number).toBe(true);
    expect(printedOn({ id, currency }, last4)).toEqual({ number, code });
  }
});
