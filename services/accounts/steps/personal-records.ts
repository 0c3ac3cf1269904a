// Personal data of a customer in this service: external accounts with their coordinates and names.
import { ExternalAccountSchema } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { AccountsContext } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';

const externalAccountRecord = recordMaker('external-account', ExternalAccountSchema);

export const personalRecords: PersonalRecords<AccountsContext> = {
  erase: (person, { store }) => store.externalAccounts.eraseAllOf(person),
  export: async (person, { store }) => {
    const accounts = await store.externalAccounts.allOf(person);
    return accounts.map((account) => externalAccountRecord(publicId('ExternalAccount', account.id), toExternalAccount(account)));
  },
};
