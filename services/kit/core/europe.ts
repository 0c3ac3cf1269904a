// The European Economic Area: its law requires verified contacts and strong customer authentication.
const european = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const area = new Set([...european, 'IS', 'LI', 'NO']);

/** `region`: ISO 3166-1 alpha-2. */
export function isInEurope(region: string | undefined): boolean {
  return region !== undefined && area.has(region);
}
