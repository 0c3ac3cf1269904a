// Providers: processes of the operator or of third parties that stand for the outside world. This is their one list.

/** A provider, by the package of its proto: `payments.rails.v1`. */
export type Provider = (typeof providers)[number]['name'];

/** The settings that connect a provider: its gRPC address, and the secret that it shares with the platform. */
export const providers = [
  { name: 'rails', url: 'RAILS_URL', secret: 'RAIL_SECRET' },
  { name: 'rates', url: 'RATES_URL', secret: 'RATE_SECRET' },
  { name: 'issuing', url: 'ISSUER_URL', secret: 'ISSUER_SECRET' },
  { name: 'stablecoin_providers', url: 'STABLECOIN_PROVIDER_URL', secret: 'STABLECOIN_PROVIDER_SECRET' },
  { name: 'liveness', url: 'LIVENESS_URL', secret: 'LIVENESS_SECRET' },
] as const;

/** Public sign-in providers, which every installation accepts unless it names others. */
export const publicIssuers: readonly string[] = ['https://accounts.google.com', 'https://appleid.apple.com'];

const names: ReadonlySet<string> = new Set(providers.map(({ name }) => name));

/** Whether a caller or a called service is a provider. */
export const isProvider = (name: string | undefined): name is Provider => name !== undefined && names.has(name);
