// Countries as people type them: by name or code.
import countries from 'i18n-iso-countries/index.js'; // without country names in eighty languages

interface Countries {
  /** Codes and English names, sorted by name. */
  readonly all: readonly (readonly [code: string, name: string])[];
  readonly nameByCode: ReadonlyMap<string, string>;
  /** By lower-case names and codes. */
  readonly codeBy: ReadonlyMap<string, string>;
}

let known: Countries | undefined;

/** Sorting by name takes time, so it happens at the first page. */
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

/** ISO 3166 alpha-2 codes and English names, sorted by name. */
export const allCountries = () => countriesKnown().all;

/** The code of a country from its name or code. Other text is returned unchanged. */
export function countryCode(text: string): string {
  return countriesKnown().codeBy.get(text.toLowerCase()) ?? text;
}

/** The name of a code. Other text is returned unchanged. */
export function countryName(code: string): string {
  return countriesKnown().nameByCode.get(code) ?? code;
}
