// The row of an invitation.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Ending } from '../domain/invitation.ts';

export const InvitationRecord = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    id: p.uuid().primary(),
    code: p.string(),
    platformId: p.uuid(),
    environment: p.string().$type<Environment>(),
    inviterUma: p.string(),
    firstName: p.string().nullable(),
    amountToSend: p.bigint('bigint').nullable(),
    currency: p.string(),
    endedAs: p.string().$type<Ending['status']>().nullable(),
    endedBy: p.uuid().nullable(),
    inviteeUma: p.string().nullable(),
    claimedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
  },
});

export type InvitationRow = InferEntity<typeof InvitationRecord>;
