// Texts that satisfy a schema.
import type { Schema } from './operations.ts';

const texts = [
  'text',
  'US',
  'USD',
  '200000',
  '12345678',
  '123456789',
  '021000021',
  '+15551234567',
  'https://example.com/x',
  'a.example',
  '',
];
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '1990-12-10',
  email: 'ada@example.com',
  uri: 'https://example.com/x',
};

export function sampleText({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const known = formats[String(format)];
  const fits = (text: string) => text.length >= Number(minLength) && text.length <= Number(maxLength) && isLike(pattern, text);
  return known ?? texts.find(fits) ?? 'x'.repeat(Number(minLength));
}

export function isLike(pattern: unknown, text: string): boolean {
  return pattern === undefined || new RegExp(String(pattern), 'u').test(text);
}
