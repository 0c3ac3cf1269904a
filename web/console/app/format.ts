// Money and times for people.
import { wall } from '../../../services/kit/core/clock.ts';
import type { Money } from './model.ts';

/** `USD 1,234.50` */
export function moneyText(money: Money | undefined): string {
  if (!money) return '–';
  const { amount, currency } = money;
  return `${currency.code ?? ''} ${amountText(amount, currency.decimals ?? 0)}`;
}

export function amountText(amount: number, decimals: number): string {
  return (amount / 10 ** decimals).toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** `14:03:22.187`; with the day if it is another one. */
export function timeText(time: string | undefined): string {
  if (time === undefined) return '–';
  const date = new Date(time);
  const clock = `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  return date.toDateString() === wall.now().toDateString() ? clock : `${date.toLocaleDateString('sv')} ${clock}`;
}

/** A path without the version, and with short ids. */
export function shortPath(path: string): string {
  return path.replace(/^\/\d[\d-]*/, '').replaceAll(/(?<=[A-Z][A-Za-z]+:)[\da-f-]{30}(?=[\da-f]{6})/g, '…');
}

/** The end of an id, which differs most. */
export function shortId(id: string | undefined): string {
  return id === undefined ? '–' : `…${id.slice(-6)}`;
}
