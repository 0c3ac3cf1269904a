// UMA addresses: `$name@host`, in lower case. Only institutions of the sandbox may have a port after the host.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from './fail.ts';

export interface UmaAddress {
  /** The normalized address. */
  readonly text: string;
  readonly name: string;
  readonly host: string;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const shape = new RegExp(`^\\$([a-z0-9._+-]{1,63})@(${label}(?:\\.${label})*(?::[0-9]{1,5})?)$`);

/** Throws INVALID_UMA_ADDRESS. */
export function parseUma(given: string): UmaAddress {
  const text = given.toLowerCase();
  const [, name, host] = shape.exec(text) ?? [];
  if (name !== undefined && host !== undefined) return { text, name, host };
  throw malformed();
}

/** The same for an address of a customer: without a port. Throws INVALID_UMA_ADDRESS. */
export function parseUmaOfPerson(given: string): UmaAddress {
  const address = parseUma(given);
  if (address.host.includes(':')) throw malformed();
  return address;
}

function malformed(): Refusal {
  return fail(
    ErrorCode.INVALID_UMA_ADDRESS,
    'A UMA address must have the form `$name@host`. The name has 1 to 63 of the characters a-z 0-9 - _ . +',
  );
}
