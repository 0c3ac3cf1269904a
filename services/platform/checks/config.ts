// Checks of PATCH /config that depend on the body only.
import type { PlatformCurrencyConfig, UpdateConfigRequest } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { pageUrlProblem, urlProblem } from '../../kit/messages/web-address.ts';
import { feeKey } from '../domain/fees.ts';

interface FieldError {
  field: string;
  message: string;
}

/** All errors over several fields of the body. */
export function checkConfig(request: UpdateConfigRequest): FieldError[] {
  const { supportedCurrencies, feeConfigs, webhookEndpoint, embeddedWalletConfig, cardTokenization2faConfig } = request;
  return [
    ...repeats(supportedCurrencies, ({ currencyCode }) => currencyCode).map((index) => ({
      field: `supportedCurrencies.${index}.currencyCode`,
      message: 'appears twice in the list',
    })),
    ...supportedCurrencies.flatMap(boundsProblem),
    ...repeats(feeConfigs, feeKey).map((index) => ({
      field: `feeConfigs.${index}`,
      message: 'has the same feeType and sourceCurrency as another entry',
    })),
    ...endpointProblem(webhookEndpoint),
    ...logoProblem('embeddedWalletConfig', embeddedWalletConfig?.logoUrl),
    ...logoProblem('cardTokenization2faConfig', cardTokenization2faConfig?.logoUrl),
  ];
}

function boundsProblem({ minAmount = 0n, maxAmount = 0n }: PlatformCurrencyConfig, index: number): FieldError[] {
  if (minAmount <= maxAmount) return [];
  return [{ field: `supportedCurrencies.${index}.minAmount`, message: 'must not exceed maxAmount' }];
}

/** Indices of entries with a repeated key. */
function repeats<T>(entries: readonly T[], keyOf: (entry: T) => string): number[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const isRepeat = seen.has(keyOf(entry));
    seen.add(keyOf(entry));
    return isRepeat ? [index] : [];
  });
}

/** The format of the address. Whether it is allowed depends on the environment. */
function endpointProblem(endpoint: string | undefined): FieldError[] {
  if (!endpoint) return [];
  const refuse = (message: string) => [{ field: 'webhookEndpoint', message }];
  if (endpoint.length > endpointLengthMax) return refuse(`must have at most ${endpointLengthMax} characters`);
  const problem = urlProblem(endpoint);
  if (problem !== undefined) return refuse(problem);
  return endpoint.includes('#') ? refuse('must not have a fragment') : [];
}

function logoProblem(setting: 'embeddedWalletConfig' | 'cardTokenization2faConfig', logoUrl: string | undefined): FieldError[] {
  const message = logoUrl === undefined ? undefined : pageUrlProblem(logoUrl);
  return message === undefined ? [] : [{ field: `${setting}.logoUrl`, message }];
}

const endpointLengthMax = 2048;
