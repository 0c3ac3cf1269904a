// Ranges of time in whole days and hours.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Piece, piecesOf } from '../../services/transfers/domain/shared/time-pieces.ts';

const hourMs = 3_600_000;
const at = (text: string) => new Date(`2026-${text}Z`);
const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ unit, from, until }) => [
    unit,
    ...[from, until].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : ms)),
  ]);

describe('a range of time', () => {
  test('consists of its whole days, the remaining whole hours, and the rest at its ends', () => {
    const range = { from: at('01-01T22:30:00'), to: at('01-04T01:59:59.998') };

    expect(shown(piecesOf(range, ['DAY', 'HOUR']))).toEqual([
      ['ROWS', '2026-01-01T22:30:00.000Z', '2026-01-01T23:00:00.000Z'],
      ['HOUR', '2026-01-01T23:00:00.000Z', '2026-01-02T00:00:00.000Z'],
      ['DAY', '2026-01-02T00:00:00.000Z', '2026-01-04T00:00:00.000Z'],
      ['HOUR', '2026-01-04T00:00:00.000Z', '2026-01-04T01:00:00.000Z'],
      ['ROWS', '2026-01-04T01:00:00.000Z', '2026-01-04T01:59:59.999Z'],
    ]);
  });

  test('without ends is all of time; with one it is open on the other side', () => {
    const day = ['DAY', '2026-01-02T00:00:00.000Z', Infinity];

    expect(shown(piecesOf({}, ['DAY']))).toEqual([['ALL', -Infinity, Infinity]]);
    expect(shown(piecesOf({ from: at('01-02T00:00:00') }, ['DAY', 'HOUR']))).toEqual([day]);
    expect(shown(piecesOf({ to: at('01-01T23:59:59.999') }, ['DAY']))).toEqual([['DAY', -Infinity, day[1]]]);
  });

  test('is covered without gaps and overlaps, and only small parts by rows', () => {
    const date = fc.date({ min: at('01-01T00:00:00'), max: at('02-01T00:00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one];
        const pieces = piecesOf({ from, to }, ['DAY', 'HOUR']);

        expect(pieces.map((piece) => piece.from)).toEqual([from.getTime(), ...pieces.slice(0, -1).map(({ until }) => until)]);
        expect(pieces.at(-1)?.until).toBe(to.getTime() + 1);
        const rows = pieces.filter(({ unit }) => unit === 'ROWS');
        expect(rows.length).toBeLessThanOrEqual(2);
        for (const piece of rows) expect(piece.until - piece.from).toBeLessThan(2 * hourMs);
      }),
    );
  });
});
