// Checks over several fields of a customer. Their errors are reported together with those of single fields.
import type { CreateCustomerRequest, UpdateCustomerRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { businessProblems } from '../domain/business.ts';
import { identifierProblems, individualProblems } from '../domain/individual.ts';
import { verifiesContacts } from '../domain/regions.ts';

/** The errors of a new customer as a whole. */
export function checkCreateCustomer(request: CreateCustomerRequest): FieldError[] {
  const { kind } = request;
  const own = kind.case === 'individual' ? individualProblems(kind.value) : businessProblems(kind.value?.businessInfo);
  return [...own, ...missingContacts(request)];
}

/** The errors of an update itself. Its result is checked when the customer is known. */
export function checkUpdateCustomer({ kind, email, phoneNumber }: UpdateCustomerRequest): FieldError[] {
  const own = kind.case === 'individual' && kind.value.idType !== undefined ? identifierProblems(kind.value) : [];
  if (email === undefined || phoneNumber === undefined) return own;
  return [...own, { field: 'phoneNumber', message: 'cannot be changed together with email. Send two updates' }];
}

/** If contact channels require verification, they must be set, and for a business also its primary contact. */
function missingContacts({ region, email, phoneNumber, kind }: CreateCustomerRequest): FieldError[] {
  if (!verifiesContacts(region)) return [];
  const info = kind.case === 'business' ? kind.value.businessInfo : undefined;
  const needed: [field: string, value: string | undefined][] = [
    ['email', email],
    ['phoneNumber', phoneNumber],
  ];
  if (info) {
    needed.push(['businessInfo.primaryContactFirstName', info.primaryContactFirstName]);
    needed.push(['businessInfo.primaryContactLastName', info.primaryContactLastName]);
  }
  return needed
    .filter(([, value]) => value === undefined || value.trim() === '')
    .map(([field]) => ({ field, message: `is required in the region ${region}` }));
}
