// The formats of field rules.
import { expect, test } from 'vitest';
import { wall } from '../../services/kit/core/clock.ts';
import { formatCheck } from '../../services/kit/messages/formats.ts';

const today = wall.now().toISOString().slice(0, 10);
const tomorrow = new Date(wall.now().getTime() + 86_400_000).toISOString().slice(0, 10);

test.each([
  [
    'date',
    ['2024-02-29', '1970-01-01', '9999-12-31'],
    ['2023-02-29', '2024-13-01', '2024-00-10', '2024-1-1', '24-01-01', '', ' 2024-01-01'],
  ],
  ['iso3166-1-alpha-2', ['US', 'DE', 'KE', 'IN'], ['XX', 'us', 'USA', '840', 'U', '']],
  ['e.164', ['+14155550123', '+4930123456'], ['14155550123', '+04155550123', '+1 415 555 0123', '+', '+1234567890123456']],
  [
    'email',
    ['a@b.co', 'first.last+tag@sub.example.com'],
    ['a@b', 'a b@c.de', '@c.de', 'a@', 'a@-b.de', `${'a'.repeat(65)}@b.co`],
  ],
])('%s accepts valid values and refuses others', (format, right, wrong) => {
  const check = formatCheck({ format, past: false, since: '' });

  expect(right.filter((text) => check?.(text) !== undefined)).toEqual([]);
  expect(wrong.filter((text) => check?.(text) === undefined)).toEqual([]);
});

test('a past day can be today, but not tomorrow', () => {
  const check = formatCheck({ format: 'date', past: true, since: '1900-01-01' });

  expect(check?.(today)).toBeUndefined();
  expect(check?.(tomorrow)).toBe('must not be in the future');
});

test('a day can be the first accepted one, but not the one before', () => {
  const check = formatCheck({ format: 'date', past: true, since: '1900-01-01' });

  expect(check?.('1900-01-01')).toBeUndefined();
  expect(check?.('1899-12-31')).toBe('must not be before 1900-01-01');
});

test('a format without a check is only documentation', () => {
  expect(formatCheck({ format: 'hostname', past: false, since: '' })).toBeUndefined();
});
