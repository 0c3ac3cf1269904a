// What a service stores about a customer as a person.
import type { PersonalRecord } from '../messages/personal-record.ts';
import type { Person } from '../storage/personal-keys.ts';

export interface PersonalRecords<Own> {
  /** Removes what does not become unreadable with the customer's key, which is destroyed afterwards. Repeatable. */
  readonly erase?: (person: Person, context: Own) => Promise<void>;
  /** Everything, sealed or not. */
  readonly export: (person: Person, context: Own) => Promise<readonly PersonalRecord[]>;
}
