// The directory of receiving institutions: banks and mobile wallets, by country and currency.
import table from './institutions.json' with { type: 'json' };

export interface Institution {
  /** The exact value to use in an external account. */
  readonly bankName: string;
  /** Display name. */
  readonly displayName: string;
  readonly country: string;
  readonly currency: string;
}

/** All institutions, sorted by country, currency and name. */
export const institutions: readonly Institution[] = table
  .flatMap(({ country, currency, institutions: listed }) =>
    listed.map(({ bankName, displayName = bankName }: { bankName: string; displayName?: string }) => {
      return { bankName, displayName, country, currency };
    }),
  )
  .sort((a, b) => compare(a.country, b.country) || compare(a.currency, b.currency) || compare(a.displayName, b.displayName));

/** Institutions of a country, of a currency, of both or of all. */
export function institutionsIn({ country, currency }: { country?: string | undefined; currency?: string | undefined }) {
  return institutions.filter(
    (one) => (country === undefined || one.country === country) && (currency === undefined || one.currency === currency),
  );
}

/** Sorted by code points, first ignoring case, so that the order does not depend on the machine. */
function compare(a: string, b: string): number {
  return byCode(a.toLowerCase(), b.toLowerCase()) || byCode(a, b);
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
