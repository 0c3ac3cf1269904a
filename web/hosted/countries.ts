// Countries as people write them: by name, or by code.
import countries from 'i18n-iso-countries/index.js'; // without the names of countries in eighty languages

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** ISO 3166 alpha-2 codes and English names, in the order of the names. */
export const allCountries: readonly (readonly [code: string, name: string])[] = Object.keys(countries.getAlpha2Codes())
  .map((code) => [code, names.of(code) ?? code] as const)
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'));

const nameByCode = new Map(allCountries);
const codeByName = new Map(
  [
    ...Object.entries(countries.getAlpha3Codes()),
    ...allCountries.flatMap(([code, name]) => [[name, code] as const, [code, code] as const]),
    ['UK', 'GB'] as const,
  ].map(([name, code]) => [name.toLowerCase(), code]),
);

/** The code of a country that was typed as a name or a code; what is neither stays as it is. */
export function countryCode(text: string): string {
  return codeByName.get(text.toLowerCase()) ?? text;
}

/** The name of a code; what is no code stays as it is. */
export function countryName(code: string): string {
  return nameByCode.get(code) ?? code;
}
