// Rows that the database refuses unexpectedly: each gets an error, and the import ends.
import { createClient, type Transport } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { type BulkCustomerImportJob, CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { select } from '../../kit/books.ts';
import { loggedErrors } from '../../kit/log.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';
import { csv, header, imported, person } from './csv-files.ts';
import { startCustomers } from './customers-world.ts';

const world = await startCustomers();

/** Imports a file; returns the job after its end. */
type Import = (file: string) => Promise<Pick<BulkCustomerImportJob, 'progress' | 'errors'>>;

const doors: readonly (readonly [string, Import])[] = [
  ['REST', (file) => imported(world, file)],
  ...(await openRpcDoors(world)).map(([name, transport]) => [name, importBy(transport)] as const),
];

test.each(doors)('over %s, U+0000 is an error of its row, in any cell', async (name, importFile) => {
  const columns = header.split(',');
  const nameOf = (column: string) => `${name.toLowerCase()}${columns.indexOf(column)}`;
  const rows = columns.map((column) => person(nameOf(column), { [column]: `a\0b` }));
  const ignored = columns.filter((column) => ['platformAccountId', 'description'].includes(column));

  const job = await importFile(csv([...rows, person(name.toLowerCase())]));

  const failed = columns.filter((column) => !ignored.includes(column));
  expect(job.progress).toMatchObject({
    total: columns.length + 1,
    processed: columns.length + 1,
    successful: 3,
    failed: failed.length,
  });
  expect(job.errors.map(({ correlationId }) => correlationId)).toEqual(
    failed.map((column) => (column === 'platformCustomerId' ? 'row_2' : nameOf(column))),
  );
  expect(JSON.stringify(job.errors)).not.toContain('\\u0000');
});

test('a row that the database refuses unexpectedly is the only one that fails', async () => {
  const errors = loggedErrors();
  await select(world.databaseUrl, `alter table customers.customer add check (platform_customer_id not like 'poison%')`);
  const rows = Array.from({ length: 20 }, (_, index) => person([3, 11, 19].includes(index) ? `poison${index}` : `good${index}`));

  const job = await imported(world, csv(rows));

  expect(job).toMatchObject({ status: 'COMPLETED', progress: { total: 20, processed: 20, successful: 17, failed: 3 } });
  expect(job.errors).toEqual(
    [3, 11, 19].map((index) => ({
      correlationId: `poison${index}`,
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('could not be imported'),
    })),
  );
  expect(await select(world.databaseUrl, `select * from customers.job where kind <> 'discard-upload'`)).toEqual([]);
  expect(errors.map(({ message }) => message)).toEqual(Array(3).fill('A row of an import failed unexpectedly.'));
});

function importBy(transport: Transport): Import {
  const client = createClient(CustomerImportService, transport);
  const own = { headers: { authorization: world.token } };
  return async (file) => {
    const { jobId } = await client.uploadCustomersCsv({ file: { content: Buffer.from(file) } }, own);
    await world.settle();
    return client.getBulkCustomerImportJob({ jobId }, own);
  };
}
