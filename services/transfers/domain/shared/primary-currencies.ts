// Which internal account of an owner is the primary one for money in a currency.
import type { PlatformSettings } from './platform-settings.ts';

export interface AccountHolder {
  /** The preferred currency first. Empty: the customer follows its platform. */
  readonly currencies: readonly string[];
}

/** The currencies in which to look for it, in this order: that of the money, the holder's preferred one, the platform's first. */
export function primaryCurrencies(
  currency: string,
  holder: AccountHolder | undefined,
  settings: PlatformSettings | undefined,
): string[] {
  const preferred = [holder?.currencies[0], settings?.supportedCurrencies[0]?.currencyCode];
  return [currency, ...preferred.filter((one) => one !== undefined)];
}
