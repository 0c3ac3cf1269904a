// Bodies of `PATCH /config`, how they are sent, and the invalid fields of an answer.
import type { Tenant } from '../../kit/platform.ts';

export const usd = {
  currencyCode: 'USD',
  minAmount: 100,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
  enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
};
export const eur = { ...usd, currencyCode: 'EUR', requiredCounterpartyFields: [] };
export const fee = (variableFeeBps: number, amount = 0) => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency: 'USD',
  variableFeeBps,
  fixedFee: { amount, currency: 'USD' },
});

export const patch = (tenant: Tenant, body: unknown) => tenant.rest('PATCH', '/config', { body });
export const fieldsOf = (answer: { body: { details?: { errors?: { field: string }[] } } }) =>
  answer.body.details?.errors?.map(({ field }) => field);
