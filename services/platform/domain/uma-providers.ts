// The known institutions whose customers have UMA addresses.
import type { Environment } from '../../kit/core/caller.ts';

export interface UmaProvider {
  /** Fixed uuid, for the order of lists. */
  readonly id: string;
  /** Creation time. */
  readonly createdAt: Date;
  readonly name: string;
  readonly domain: string;
  /** ISO 3166-1 alpha-2. */
  readonly regions: readonly string[];
  /** Codes. */
  readonly currencies: readonly string[];
  readonly isAllowed: boolean;
}

export interface ProviderFilter {
  readonly region?: string | undefined;
  readonly currency?: string | undefined;
  /** Whether blocked ones are omitted. */
  readonly isAllowedOnly: boolean;
}

/** The matching providers, newest first. */
export function providersBy(
  providers: readonly UmaProvider[],
  { region, currency, isAllowedOnly }: ProviderFilter,
): UmaProvider[] {
  return providers
    .filter(({ regions }) => region === undefined || regions.includes(region))
    .filter(({ currencies }) => currency === undefined || currencies.includes(currency))
    .filter(({ isAllowed }) => isAllowed || !isAllowedOnly)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
}

/**
 * The sandbox has two: the host of its test addresses, and a blocked one to test refusals. A production installation has none, because no
 * external institution is connected to it.
 */
export function providersIn(environment: Environment, sandboxUmaHost: string): readonly UmaProvider[] {
  if (environment === 'production') return [];
  const shared = { regions: ['DE', 'MX', 'US'], currencies: ['USD', 'EUR', 'MXN'] };
  return [
    {
      ...shared,
      id: '00000000-0000-7000-8000-000000000001',
      createdAt: new Date('2025-10-13T00:00:00Z'),
      name: 'Sandbox UMA Provider',
      domain: sandboxUmaHost,
      isAllowed: true,
    },
    {
      ...shared,
      id: '00000000-0000-7000-8000-000000000002',
      createdAt: new Date('2025-10-13T00:00:01Z'),
      name: 'Blocked Sandbox UMA Provider',
      domain: `blocked.${sandboxUmaHost}`,
      isAllowed: false,
    },
  ];
}
