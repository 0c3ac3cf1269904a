// Converts a row of a CSV file to a customer.
import { create } from '@bufbuild/protobuf';
import { AddressSchema } from '../../../gen/payments/common/v1/address_pb.ts';
import { BusinessInfoSchema, BusinessSchema, NewBusinessInfoSchema } from '../../../gen/payments/customers/v1/business_pb.ts';
import { type CreateCustomerRequest, CreateCustomerRequestSchema } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { invalidInput, violationsOf } from '../../kit/messages/validate.ts';
import { checkCreateCustomer } from '../checks/customer.ts';
import { toNewCustomer } from '../convert-request.ts';
import { type CsvRow, columnOf, missingCells } from '../domain/csv-columns.ts';
import type { Profile } from '../domain/customer.ts';
import type { NewCustomer } from '../domain/registration.ts';

/** Throws INVALID_INPUT, with all errors by column name. */
export function customerIn(row: CsvRow): NewCustomer {
  const { request, profile } = row.customerType === 'BUSINESS' ? businessIn(row) : individualIn(row);
  const rules = [...violationsOf(CreateCustomerRequestSchema, request), ...checkCreateCustomer(request)];
  const broken = rules.filter(({ field }) => !isWaived(field, row)).map((error) => ({ ...error, field: columnOf(error.field) }));
  const problems = [...typeProblems(row), ...unstorable(row), ...missingCells(row), ...broken];
  if (problems.length) throw invalidInput(problems);
  return toNewCustomer(request, profile);
}

interface CsvCustomer {
  readonly request: CreateCustomerRequest;
  /** Fields that a request requires may be missing here for a business. */
  readonly profile: Profile;
}

/** The columns have no date of incorporation, and the tax number is optional. */
function isWaived(field: string, { businessTaxId }: CsvRow): boolean {
  return field === 'businessInfo.incorporatedOn' || (field === 'businessInfo.taxId' && businessTaxId === undefined);
}

function individualIn(row: CsvRow): CsvCustomer {
  const { fullName, birthDate, email } = row;
  const value = create(IndividualSchema, { ...defined({ fullName, birthDate }), ...addressIn(row) });
  const kind = { case: 'individual' as const, value };
  const request = create(CreateCustomerRequestSchema, { ...namesIn(row), ...defined({ email }), kind });
  return { request, profile: { case: 'individual', value } };
}

function businessIn(row: CsvRow): CsvCustomer {
  const { businessRegistrationNumber: registrationNumber, businessTaxId: taxId } = row;
  const known = { legalName: row.businessLegalName ?? '', country: row.country ?? '', ...defined({ registrationNumber, taxId }) };
  const kept = create(BusinessSchema, { ...addressIn(row), businessInfo: create(BusinessInfoSchema, known) });
  const asked = { ...addressIn(row), businessInfo: create(NewBusinessInfoSchema, known) };
  const request = create(CreateCustomerRequestSchema, { ...namesIn(row), kind: { case: 'business', value: asked } });
  return { request, profile: { case: 'business', value: kept } };
}

/** The `$` of an address is optional. */
function namesIn({ platformCustomerId, umaAddress }: CsvRow) {
  const address = umaAddress === undefined || umaAddress.startsWith('$') ? umaAddress : `$${umaAddress}`;
  return defined({ platformCustomerId, umaAddress: address });
}

function addressIn(row: CsvRow) {
  const { addressLine1, addressLine2, city, state, postalCode, country } = row;
  if ([addressLine1, addressLine2, city, state, postalCode].every((cell) => cell === undefined)) return {};
  const lines = { line1: addressLine1 ?? '', ...defined({ line2: addressLine2, city, state }) };
  return { address: create(AddressSchema, { ...lines, postalCode: postalCode ?? '', country: country ?? '' }) };
}

function typeProblems({ customerType }: CsvRow): FieldError[] {
  if (customerType === undefined || customerTypes.includes(customerType)) return [];
  return [{ field: 'customerType', constraint: { enum: customerTypes }, message: 'is not one of the allowed values' }];
}

const customerTypes = ['INDIVIDUAL', 'BUSINESS'];

function unstorable(row: CsvRow): FieldError[] {
  const bad = Object.entries(row).filter(([, cell]) => cell?.includes('\0'));
  return bad.map(([field]) => ({ field, message: 'must not contain U+0000' }));
}

type Cells<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Without empty cells. */
function defined<T extends Record<string, string | undefined>>(cells: T): Cells<T> {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined)) as Cells<T>;
}
