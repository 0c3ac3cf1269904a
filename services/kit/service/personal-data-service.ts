// The internal RPC service that exports and erases the personal data of a customer in a service.
import type { PersonalDataService } from '../../../gen/payments/common/v1/personal_data_pb.ts';
import { uuidOf } from '../core/ids.ts';
import type { Context, Method } from '../core/method.ts';
import { invalidInput } from '../messages/validate.ts';
import type { Database } from '../storage/database.ts';
import { type Person, personalKeys } from '../storage/personal-keys.ts';
import type { Sealing } from '../storage/secrets.ts';
import { personalDataOf } from './common-services.ts';
import type { PersonalRecords } from './personal-records.ts';
import { type Served, serve } from './service.ts';

interface ServedParts {
  readonly service: string;
  readonly database: Database;
  readonly secrets: Sealing;
  readonly personalRecords: PersonalRecords<Context> | undefined;
}

export function servesPersonalRecords({ service, database, secrets, personalRecords }: ServedParts): Served<Context> {
  const keys = personalKeys(database, secrets);
  const erasePerson: Method<typeof PersonalDataService.method.erasePerson> = async ({ customerId }, context) => {
    const person = personIn(customerId, context);
    await personalRecords?.erase?.(person, context);
    await keys.destroy(person);
    return {};
  };
  const exportPerson: Method<typeof PersonalDataService.method.exportPerson> = async ({ customerId }, context) => {
    const records = await personalRecords?.export(personIn(customerId, context), context);
    return { records: [...(records ?? [])] };
  };
  return serve(personalDataOf(service), { erasePerson, exportPerson });
}

function personIn(customerId: string, { caller }: Context): Person {
  const uuid = uuidOf('Customer', customerId);
  if (uuid === undefined) throw invalidInput([{ field: 'customerId', message: 'is not the id of a customer' }]);
  return { platformId: caller.platformId, customerId: uuid };
}
