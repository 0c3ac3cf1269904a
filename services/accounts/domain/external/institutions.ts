// The directory of receiving institutions: banks and mobile wallets, by country and currency.
import table from './institutions.json' with { type: 'json' };

export interface Institution {
  /** What an external account names it by, to the letter. */
  readonly bankName: string;
  /** For people to read. */
  readonly displayName: string;
  readonly country: string;
  readonly currency: string;
}

/** All of them, by country, currency and name. */
export const institutions: readonly Institution[] = table
  .flatMap(({ country, currency, institutions: listed }) =>
    listed.map(({ bankName, displayName = bankName }: { bankName: string; displayName?: string }) => {
      return { bankName, displayName, country, currency };
    }),
  )
  .sort((a, b) => compare(a.country, b.country) || compare(a.currency, b.currency) || compare(a.displayName, b.displayName));

/** Those of a country, of a currency, of both or of neither. */
export function institutionsIn({ country, currency }: { country?: string | undefined; currency?: string | undefined }) {
  return institutions.filter(
    (one) => (country === undefined || one.country === country) && (currency === undefined || one.currency === currency),
  );
}

/** By code points, without regard to case first: no two machines sort otherwise. */
function compare(a: string, b: string): number {
  return byCode(a.toLowerCase(), b.toLowerCase()) || byCode(a, b);
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
