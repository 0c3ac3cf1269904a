// The formats that field rules can name.
import { isIP } from 'node:net';
import countries from 'i18n-iso-countries/index.js'; // without country names in eighty languages
import type { FieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { wall } from '../core/clock.ts';

/** Returns the error of a text, if any. */
export type FormatCheck = (text: string) => string | undefined;

/** The check of a format. Undefined for formats that are documentation only. */
export function formatCheck({ format, past, since }: Pick<FieldRule, 'format' | 'past' | 'since'>): FormatCheck | undefined {
  if (format !== 'date') return checks.get(format);
  return (text) => {
    if (!isDay(text)) return 'must be a valid date in the format YYYY-MM-DD';
    if (past && text > today()) return 'must not be in the future'; // today is accepted
    return text < since ? `must not be before ${since}` : undefined;
  };
}

const checks = new Map<string, FormatCheck>([
  ['iso3166-1-alpha-2', (text) => (isCountry(text) ? undefined : 'is not an assigned country code')],
  ['e.164', (text) => (/^\+[1-9]\d{1,14}$/.test(text) ? undefined : 'must be a phone number in E.164 format')],
  ['email', (text) => (isEmail(text) ? undefined : 'must be an e-mail address')],
  ['ip', (text) => (isAddress(text) ? undefined : 'must be an IPv4 or IPv6 address')],
]);

const today = () => wall.now().toISOString().slice(0, 10);

/** Whether the date exists. JavaScript would turn 30 February into a date in March. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && countries.isValid(text);
}

/** Without a zone (`%eth0`), which has a meaning only on one machine, and can be any text. */
const isAddress = (text: string) => isIP(text) !== 0 && !text.includes('%');

/** As in HTML, with a dot in the domain, so that codes can be sent to it. */
function isEmail(text: string): boolean {
  return text.length <= 254 && emailShape.test(text);
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const emailShape = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`, 'i');
