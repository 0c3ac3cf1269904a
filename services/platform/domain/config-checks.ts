// Rules over the body of PATCH /config that need nothing but the body.
import type { PlatformCurrencyConfig, UpdateConfigRequest } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { feeKey } from './fees.ts';

interface FieldError {
  field: string;
  message: string;
}

/** Every problem of the body beside those of single fields. */
export function checkConfig({ supportedCurrencies, feeConfigs, webhookEndpoint }: UpdateConfigRequest): FieldError[] {
  return [
    ...repeats(supportedCurrencies, ({ currencyCode }) => currencyCode).map((index) => ({
      field: `supportedCurrencies.${index}.currencyCode`,
      message: 'stands in the list twice',
    })),
    ...supportedCurrencies.flatMap(boundsProblem),
    ...repeats(feeConfigs, feeKey).map((index) => ({
      field: `feeConfigs.${index}`,
      message: 'has the same feeType and sourceCurrency as another entry',
    })),
    ...endpointProblem(webhookEndpoint),
  ];
}

function boundsProblem({ minAmount = 0n, maxAmount = 0n }: PlatformCurrencyConfig, index: number): FieldError[] {
  if (minAmount <= maxAmount) return [];
  return [{ field: `supportedCurrencies.${index}.minAmount`, message: 'must not exceed maxAmount' }];
}

/** Indices of the entries whose key stood before. */
function repeats<T>(entries: readonly T[], keyOf: (entry: T) => string): number[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const isRepeat = seen.has(keyOf(entry));
    seen.add(keyOf(entry));
    return isRepeat ? [index] : [];
  });
}

/** The form of the address alone; whether it may be called depends on the environment. */
function endpointProblem(endpoint: string | undefined): FieldError[] {
  if (!endpoint) return [];
  const refuse = (message: string) => [{ field: 'webhookEndpoint', message }];
  if (endpoint.length > endpointLengthMax) return refuse(`must have at most ${endpointLengthMax} characters`);
  const url = URL.parse(endpoint);
  if (!url || !/^https?:\/\/[^/]/i.test(endpoint)) return refuse('must be an absolute URL with https');
  if (url.username || url.password) return refuse('must not hold a user name or password');
  return endpoint.includes('#') ? refuse('must not have a fragment') : [];
}

const endpointLengthMax = 2048;
