// Amounts on the command line: whole numbers in the smallest unit, as everywhere in the API.
import { UsageMistake } from './failures.ts';

export function amountOf(text: string): number {
  const amount = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(amount)) return amount;
  throw new UsageMistake(`"${text}" is not an amount. Write a whole number in the smallest unit: 10000 is USD 100.00.`);
}
