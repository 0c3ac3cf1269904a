// Personal data of a customer in this service: invitations, with the names and addresses of invited people.
import { UmaInvitationSchema } from '../../../gen/payments/platform/v1/invitation_pb.ts';
import { recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { PlatformContext } from '../context.ts';
import { show } from './invitations.ts';

const invitationRecord = recordMaker('invitation', UmaInvitationSchema);

/** The code of a removed invitation stays reserved. */
export const personalRecords: PersonalRecords<PlatformContext> = {
  export: async (person, context) => {
    const made = await context.store.invitations.ofCustomer(person);
    return Promise.all(made.map(async (one) => invitationRecord(one.code, await show(one, context))));
  },
  erase: (person, { store }) => store.invitations.removeOf(person),
};
