// Countries as people write them: by name, or by code.
import countries from 'i18n-iso-countries/index.js'; // without the names of countries in eighty languages

interface Countries {
  /** Codes and English names, in the order of the names. */
  readonly all: readonly (readonly [code: string, name: string])[];
  readonly nameByCode: ReadonlyMap<string, string>;
  /** By names and codes in lower case. */
  readonly codeBy: ReadonlyMap<string, string>;
}

let known: Countries | undefined;

/** Sorting by name takes a while: it waits for the first page. */
function read(): Countries {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const all = Object.keys(countries.getAlpha2Codes())
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'en'));
  const codes: [string, string][] = [
    ...Object.entries(countries.getAlpha3Codes()),
    ...all.flatMap(([code, name]): [string, string][] => [
      [name, code],
      [code, code],
    ]),
    ['UK', 'GB'],
  ];
  return { all, nameByCode: new Map(all), codeBy: new Map(codes.map(([name, code]) => [name.toLowerCase(), code])) };
}

const countriesKnown = () => (known ??= read());

/** ISO 3166 alpha-2 codes and English names, in the order of the names. */
export const allCountries = () => countriesKnown().all;

/** The code of a country that was typed as a name or a code; what is neither stays as it is. */
export function countryCode(text: string): string {
  return countriesKnown().codeBy.get(text.toLowerCase()) ?? text;
}

/** The name of a code; what is no code stays as it is. */
export function countryName(code: string): string {
  return countriesKnown().nameByCode.get(code) ?? code;
}
