// Texts sealed under the key of a row's customer, and the keyed hash that finds a contact.
import { familyOf } from '../../kit/core/ids.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, type Person, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Hashed, Place, Secrets } from '../../kit/storage/secrets.ts';
import { comparable, type OtpKind } from '../domain/credential.ts';

/** Opens the values of a customer. Returns an empty text if the customer was erased. */
export type OpenText = (sealed: Buffer | null, place: Place) => string;

export function personalTexts(db: Queryable, secrets: Secrets) {
  const keys = personalKeys(db, secrets);
  const openerFor = async (person: Person): Promise<OpenText> => openingWith(await keys.find(person));
  return {
    openerFor,

    /** Converts rows. The key of each customer is read once. */
    all<R extends Person, T>(rows: readonly R[], convert: (row: R, open: OpenText) => T): Promise<T[]> {
      const openers = new Map<string, Promise<OpenText>>();
      return Promise.all(
        rows.map(async (row) => {
          const open = openers.get(row.customerId) ?? openerFor(row);
          openers.set(row.customerId, open);
          return convert(row, await open);
        }),
      );
    },

    async seal({ platformId, customerId }: Person, place: Place, text: string): Promise<Buffer> {
      const key = await keys.of({ platformId, customerId });
      return key.seal(text, place);
    },
  };
}

/** For a row that was read with `personalKeyColumn`. */
export const openerIn = (row: KeyedRow, secrets: Secrets): OpenText => openingWith(openerOf(row, secrets));

function openingWith(key: ReturnType<typeof openerOf>): OpenText {
  return (sealed, place) => (sealed && key?.open(sealed, place).toString()) ?? '';
}

export interface Contact {
  readonly platformId: string;
  readonly type: OtpKind;
  /** The contact as written by the customer. */
  readonly nickname: string;
}

/** The hashed form of a contact: equal on one platform for contacts that compare equal. */
export function hashedContact({ platformId, type, nickname }: Contact): Hashed {
  return { text: JSON.stringify([familyOf(platformId), type, comparable(type, nickname)]), purpose: 'auth.contact' };
}
