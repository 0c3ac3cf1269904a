// The customer in a request of another service.
import { uuidOf } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';

/** The uuid in a public id. */
export function customerIn(customerId: string): string {
  const id = uuidOf('Customer', customerId);
  if (id === undefined) throw invalidInput([{ field: 'customerId', message: 'is not the id of a customer' }]);
  return id;
}
