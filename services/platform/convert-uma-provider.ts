// Converts UMA providers to messages.
import { currencyMessage } from '../kit/core/currencies.ts';
import type { UmaProvider } from './domain/uma-providers.ts';

export function toUmaProvider({ name, domain, regions, currencies, isAllowed }: UmaProvider) {
  return {
    name,
    domain,
    supportedRegions: [...regions],
    supportedCurrencies: currencies.map(currencyMessage),
    allowListStatus: isAllowed,
  };
}
