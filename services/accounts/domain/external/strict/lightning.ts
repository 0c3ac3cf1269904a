// Lightning invoices (BOLT 11): checksum, network and expiry.
import { bech32 } from '@scure/base';

export function invoiceProblem(invoice: string, now: Date): string | undefined {
  const decoded = bech32.decodeUnsafe(invoice, false);
  if (!decoded) return 'is not an invoice: check its characters';
  if (!/^lnbc(?:\d+[munp]?)?$/.test(decoded.prefix)) return 'is not of the main network';
  return expiryOf(decoded.words) <= now.getTime() ? 'has expired' : undefined;
}

/** Default lifetime of an invoice, in seconds. */
const ordinarySeconds = 3600;
const timestampWords = 7;
/** Of the 520 bits at the end. */
const signatureWords = 104;
/** The letter x: the number of the expiry field. */
const expiryField = 6;

/** In milliseconds of the Unix epoch. A field consists of a number, a length in two words, and as many words. */
function expiryOf(words: readonly number[]): number {
  let seconds = ordinarySeconds;
  for (let at = timestampWords; at + 3 <= words.length - signatureWords; ) {
    const length = numberIn(words.slice(at + 1, at + 3));
    if (words[at] === expiryField) seconds = numberIn(words.slice(at + 3, at + 3 + length));
    at += 3 + length;
  }
  return (numberIn(words.slice(0, timestampWords)) + seconds) * 1000;
}

const numberIn = (words: readonly number[]) => words.reduce((sum, word) => sum * 32 + word, 0);
