// The institutions whose customers have UMA addresses, as an installation knows them.
import type { Environment } from '../../kit/core/caller.ts';

export interface UmaProvider {
  /** uuid, fixed: the place in lists. */
  readonly id: string;
  /** When it was entered. */
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
  /** Blocked ones are left out. */
  readonly isAllowedOnly: boolean;
}

/** Those that the filter leaves, the newest first. */
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
 * The sandbox has two: the host of its test addresses, and one that is blocked, so that platforms see how that is refused. A
 * production installation knows none: no institution outside is connected to it.
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
