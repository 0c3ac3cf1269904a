// Texts that are sealed under the key of a row's customer, and the keyed hash by which a contact is found.
import type { Queryable } from '../../kit/storage/database.ts';
import { openerOf, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Hashed, Place, Secrets } from '../../kit/storage/secrets.ts';
import { comparable, type OtpKind } from '../domain/credential.ts';

/** As rows are read with `personalKeyColumn`. */
export interface Keyed {
  readonly customerId: string;
  readonly personal_key: Buffer | null;
}

/** Empty once the customer was erased. */
export function openText(row: Keyed, { sealed, place }: SealedText, secrets: Secrets): string {
  const opener = openerOf({ customer_id: row.customerId, personal_key: row.personal_key }, secrets);
  return (sealed && opener?.open(sealed, place).toString()) ?? '';
}

export interface SealedText {
  readonly sealed: Buffer | null;
  readonly place: Place;
}

export interface Contact {
  readonly platformId: string;
  readonly type: OtpKind;
  /** The contact as it was written. */
  readonly nickname: string;
}

/** What is hashed of a contact: equal on one platform for those that compare equal. */
export function hashedContact({ platformId, type, nickname }: Contact): Hashed {
  return { text: JSON.stringify([platformId, type, comparable(type, nickname)]), purpose: 'auth.contact' };
}

/** Seals one text for the customer of a row. */
export async function sealFor(db: Queryable, { platformId, customerId, place, text }: TextOf, secrets: Secrets): Promise<Buffer> {
  const key = await personalKeys(db, secrets).of({ platformId, customerId });
  return key.seal(text, place);
}

interface TextOf {
  readonly platformId: string;
  readonly customerId: string;
  readonly place: Place;
  readonly text: string;
}
