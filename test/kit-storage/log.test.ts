// What the log contains about database errors.
import { expect, test } from 'vitest';
import { withoutRows } from '../../services/kit/process/pino-log.ts';

test('a database error is logged without the values of its row', () => {
  const error = Object.assign(new Error('new row violates check constraint "amount"'), {
    code: '23514',
    constraint: 'amount',
    detail: 'Failing row contains (Ada Lovelace, 1990-12-10).',
    where: 'COPY customer, line 1: "Ada Lovelace"',
  });

  const logged = withoutRows(error);

  expect(logged).toMatchObject({ message: error.message, code: '23514', constraint: 'amount' });
  expect(JSON.stringify(logged)).not.toContain('Lovelace');
});
