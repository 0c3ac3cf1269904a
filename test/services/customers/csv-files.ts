// CSV files for tests: rows of customers, the upload form, and the result.
import { expect } from 'vitest';
import type { Rest, RestAnswer } from '../../kit/rest.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';

export const header =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,businessLegalName,addressLine1,addressLine2,city,state,postalCode,country,email,businessRegistrationNumber,businessTaxId,platformAccountId,description';

export type Cells = Readonly<Record<string, string>>;

const address = { addressLine1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' };

/** The cells of an individual called `name`. */
export function person(name: string, cells: Cells = {}): Cells {
  const own = { umaAddress: `$${name}@localhost`, platformCustomerId: name, customerType: 'INDIVIDUAL' };
  return { ...own, fullName: 'Ada Lovelace', birthDate: '1990-12-10', ...address, ...cells };
}

/** The cells of a business called `name`. */
export function firm(name: string, cells: Cells = {}): Cells {
  const own = { umaAddress: `$${name}@localhost`, platformCustomerId: name, customerType: 'BUSINESS' };
  return { ...own, businessLegalName: 'Acme Inc', ...address, ...cells };
}

/** The file of these rows. */
export function csv(rows: readonly Cells[], columns = header): string {
  const lines = rows.map((row) =>
    columns
      .split(',')
      .map((column) => quoted(row[column] ?? ''))
      .join(','),
  );
  return `${[columns, ...lines].join('\r\n')}\r\n`;
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function upload(rest: Rest, file: string | Uint8Array): Promise<RestAnswer> {
  const form = new FormData();
  const content = typeof file === 'string' ? file : Uint8Array.from(file);
  form.append('file', new Blob([content], { type: 'text/csv' }), 'customers.csv');
  return rest('POST', '/customers/bulk/csv', { payload: form });
}

/** Uploads a file, and returns the job after its end. */
export async function imported(
  { rest, settle }: Pick<SharedWorld, 'rest' | 'settle'>,
  file: string | Uint8Array,
): Promise<RestAnswer['body']> {
  const accepted = await upload(rest, file);
  expect(accepted).toMatchObject({ status: 202, body: { status: 'PENDING' } });
  await settle();
  const { status, body } = await rest('GET', `/customers/bulk/jobs/${accepted.body.jobId}`);
  expect(status).toBe(200);
  return body;
}
