// The services of an installation, each with RPCs of its own for dead letters and keys.
import { UsageMistake } from '../failures.ts';

export const serviceNames = [
  'accounts',
  'agents',
  'auth',
  'cards',
  'customers',
  'platform',
  'stablecoins',
  'transfers',
  'webhooks',
] as const;

/** The named service, or all of them. Throws a `UsageMistake` for an unknown one. */
export function servicesNamed(name: string | undefined): readonly string[] {
  if (name === undefined) return serviceNames;
  if (!serviceNames.some((known) => known === name))
    throw new UsageMistake(`--service must be one of ${serviceNames.join(', ')}.`);
  return [name];
}

export const serviceOption = { value: 'SERVICE', description: 'of this service only', values: () => serviceNames };
