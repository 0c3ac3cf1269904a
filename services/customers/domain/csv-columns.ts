// The columns of a CSV file of customers, and required cells.
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { UnreadableFile } from './customer-import.ts';

const known = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'fullName',
  'birthDate',
  'businessLegalName',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
  'country',
  'email',
  'businessRegistrationNumber',
  'businessTaxId',
] as const;

export type Column = (typeof known)[number];

/** The relevant cells of a row, without empty ones. */
export type CsvRow = { readonly [Name in Column]?: string };

/** Required in every row, whatever the customer type. */
const common = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'addressLine1',
  'city',
  'state',
  'postalCode',
  'country',
] as const satisfies Column[];

/** Throws for a header without a required column, or with invalid characters. */
export function refuseHeader(columns: readonly string[]): void {
  if (columns.some((column) => column.includes('\0'))) {
    throw new UnreadableFile('The header contains U+0000.', { reason: 'invalid_character', line: 1 });
  }
  const missing = common.find((column) => !columns.includes(column));
  if (missing === undefined) return;
  const details = { reason: 'missing_required_column', column: missing };
  throw new UnreadableFile(`The header has no column ${missing}.`, details);
}

/** A record by its header. Unknown columns are ignored; of repeated ones the last cell counts. */
export function rowUnder(columns: readonly string[], cells: readonly string[]): CsvRow {
  const row: { [Name in Column]?: string } = {};
  for (const name of known) {
    const cell = cells[columns.lastIndexOf(name)];
    if (cell) row[name] = cell;
  }
  return row;
}

/** Missing cells of a row. */
export function missingCells(row: CsvRow): FieldError[] {
  const own: readonly Column[] = row.customerType === 'BUSINESS' ? ['businessLegalName'] : ['fullName', 'birthDate'];
  return [...common, ...own].filter((name) => row[name] === undefined).map((field) => ({ field, message: 'is required' }));
}

/** The column of a customer's property. */
export function columnOf(path: string): string {
  return columns.get(path) ?? path;
}

const columns = new Map<string, Column>([
  ['address.line1', 'addressLine1'],
  ['address.line2', 'addressLine2'],
  ['address.city', 'city'],
  ['address.state', 'state'],
  ['address.postalCode', 'postalCode'],
  ['address.country', 'country'],
  ['businessInfo.country', 'country'],
  ['businessInfo.legalName', 'businessLegalName'],
  ['businessInfo.registrationNumber', 'businessRegistrationNumber'],
  ['businessInfo.taxId', 'businessTaxId'],
]);
