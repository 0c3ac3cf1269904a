// Numbers and codes of sandbox cards. They follow from the id of the card, and are stored nowhere.
import { createHash } from 'node:crypto';
import type { Card, ProgramCurrency } from '../domain/card.ts';

/** What is printed on a card. */
export interface Printed {
  /** 16 digits, valid by Luhn's check. */
  readonly number: string;
  /** 3 digits. */
  readonly code: string;
}

/** Ranges from which payment sandboxes take test cards. No bank issues cards in them. */
const testRanges: Readonly<Record<ProgramCurrency, string>> = { USD: '400000', EUR: '555555' };

/** The number ends in the given last four digits of the card. */
export function printedOn({ id, currency }: Pick<Card, 'id' | 'currency'>, last4: string): Printed {
  const digest = createHash('sha256').update(`sandbox card ${id}`).digest();
  const account = `${digest.readUInt32BE(0) % 100_000}`.padStart(5, '0');
  const code = `${digest.readUInt32BE(4) % 1_000}`.padStart(3, '0');
  const candidates = Array.from({ length: 10 }, (_, digit) => `${testRanges[currency]}${account}${digit}${last4}`);
  const number = candidates.find(isLuhnValid);
  if (number === undefined) throw new Error('One of ten digits always makes a number valid.');
  return { number, code };
}

/** ISO/IEC 7812-1, annex B. */
export function isLuhnValid(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, text, index) => total + addend(Number(text), index % 2 === 1), 0);
  return sum % 10 === 0;
}

function addend(digit: number, isDoubled: boolean): number {
  if (!isDoubled) return digit;
  return digit < 5 ? digit * 2 : digit * 2 - 9;
}
