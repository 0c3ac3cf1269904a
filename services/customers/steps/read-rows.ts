// Reads rows of an import from its position on, and prepares their customers.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import type { CustomersContext } from '../context.ts';
import { csvRecords } from '../csv/records.ts';
import { type CsvRow, rowUnder } from '../domain/csv-columns.ts';
import type { Customer, PlatformRules } from '../domain/customer.ts';
import { type CustomerImport, type ImportError, type RowName, rowError } from '../domain/customer-import.ts';
import { register } from '../domain/registration.ts';
import { umaAddressInUse } from '../store/customer-sets.ts';
import { customerIn } from './csv-row.ts';
import { platformRules } from './platform-rules.ts';
import { claimAddresses } from './uma-addresses.ts';
import { readUpload } from './uploads.ts';

export interface ReadRow extends RowName {
  readonly cells: CsvRow;
  /** Start of the next row, in bytes from the start of the file. */
  readonly end: number;
}

/** A prepared customer, or the error of its row. */
export interface Draft {
  readonly name: RowName;
  readonly outcome: { readonly customer: Customer } | { readonly error: ImportError };
}

/** Rows per transaction. */
const rowsMax = 250;

/** The next rows. Empty at the end of the file. */
export async function readRows(from: CustomerImport, context: CustomersContext): Promise<ReadRow[]> {
  const { uploadId, position, columns = [], successful, failed } = from;
  const rows: ReadRow[] = [];
  for await (const record of csvRecords(readUpload(uploadId, position, context), position)) {
    const cells = rowUnder(columns, record.cells);
    const rowNumber = successful + failed + rows.length + 1;
    rows.push({ rowNumber, platformCustomerId: cells.platformCustomerId, cells, end: record.position });
    if (rows.length === rowsMax) break;
  }
  return rows;
}

export interface Drafts {
  readonly platform: PlatformRules;
  readonly drafts: readonly Draft[];
}

/** The result of each row without database checks, except for their addresses, which are claimed. */
export async function draftRows(rows: readonly ReadRow[], context: CustomersContext): Promise<Drafts> {
  const { ids } = context;
  const platform = await platformRules(context);
  const fresh = rows.map(() => ids.next()).sort(); // lists show customers in the order of the file
  const drafts = rows.map(
    (row, index): Draft => ({ name: row, outcome: outcomeOf(row, fresh[index] ?? '', { context, platform }) }),
  );
  const customers = drafts.flatMap(({ outcome }) => ('customer' in outcome ? [outcome.customer] : []));
  const held = await claimAddresses(customers, context);
  return { platform, drafts: drafts.map((draft) => (isHeld(draft, held) ? refused(draft.name, umaAddressInUse()) : draft)) };
}

/** The result of a row with an internal error. */
export async function failedRow(row: ReadRow, context: CustomersContext): Promise<Drafts> {
  const refusal = fail(ErrorCode.INTERNAL_ERROR, 'The row could not be imported. Create this customer with a separate request.');
  return { platform: await platformRules(context), drafts: [refused(row, refusal)] };
}

const isHeld = ({ outcome }: Draft, held: ReadonlySet<string>) => 'customer' in outcome && held.has(outcome.customer.umaAddress);

/** The result of a refused row. */
function refused(name: RowName, refusal: Refusal): Draft {
  return { name, outcome: { error: rowError(name, refusal) } };
}

interface Setting {
  readonly context: CustomersContext;
  readonly platform: PlatformRules;
}

function outcomeOf(row: ReadRow, id: string, { context, platform }: Setting): Draft['outcome'] {
  const { caller, clock } = context;
  const { platformId, environment } = caller;
  try {
    return { customer: register(customerIn(row.cells), { id, platformId, environment, platform, now: clock.now() }) };
  } catch (error) {
    if (error instanceof Refusal) return { error: rowError(row, error) };
    throw error;
  }
}
