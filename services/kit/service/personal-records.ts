// The personal data that a service stores about customers.
import type { PersonalRecord } from '../messages/personal-record.ts';
import type { Person } from '../storage/personal-keys.ts';

export interface PersonalRecords<Own> {
  /** Removes data that the customer's key, which is destroyed afterwards, does not protect. Repeatable. */
  readonly erase?: (person: Person, context: Own) => Promise<void>;
  /** All data, sealed or not. */
  readonly export: (person: Person, context: Own) => Promise<readonly PersonalRecord[]>;
}
