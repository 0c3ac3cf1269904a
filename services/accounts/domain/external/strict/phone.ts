// Whether a phone number is possible in its country.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export function phoneProblem(phone: string): string | undefined {
  return parsePhoneNumberFromString(phone)?.isPossible() ? undefined : 'cannot be a telephone number of this country';
}
