// Coordinates of accounts: generated in the sandbox, issued by the operator's rail in production.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type PaymentInstructions,
  PaymentInstructionsSchema,
} from '../../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import type { IssueCoordinatesRequestSchema } from '../../../gen/payments/rails/v1/rail_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import type { Caller } from '../../kit/core/caller.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { violationsOf } from '../../kit/messages/validate.ts';
import type { AccountsContext } from '../context.ts';
import { writeFunding } from '../convert.ts';
import { takes } from '../domain/funding/issued.ts';
import { referenceOf } from '../domain/funding/serial.ts';
import type { InternalAccountState } from '../store/internal-account-row.ts';
import { accountEvent } from './account-event.ts';

/** The coordinates of a wallet come from its recovery phrase. Other production accounts wait for a rail. */
export function areCoordinatesDue({ type }: Pick<InternalAccountState, 'type'>, { environment }: Caller): boolean {
  return environment === 'production' && type !== 'EMBEDDED_WALLET';
}

/** Without a rail there is nothing to do: `askForCoordinates` runs once there is one. */
export function issuingJobs(
  accounts: readonly Pick<InternalAccountState, 'id' | 'status' | 'coordinatesDue'>[],
  { caller, clock, requestId, isRailConnected }: AccountsContext,
): NewJob[] {
  if (!isRailConnected) return [];
  const due = accounts.filter(isWaiting);
  return due.map(({ id }) => issuingJob({ id, caller, runAt: clock.now(), requestId }));
}

export function issuingJob({ id, ...rest }: Pick<NewJob, 'caller' | 'runAt' | 'requestId'> & { id: string }): NewJob {
  return { kind: 'issue-coordinates', key: id, payload: { accountId: id }, ...rest };
}

const isWaiting = ({ status, coordinatesDue }: Pick<InternalAccountState, 'status' | 'coordinatesDue'>) =>
  coordinatesDue && (status === 'ACTIVE' || status === 'FROZEN');

/** Requests the coordinates of an account from the rail, stores them and sends an event. Repeatable. */
export async function issueCoordinates(accountId: string, context: AccountsContext): Promise<void> {
  const { store, caller } = context;
  const [account] = await store.internalAccounts.findAll(caller.platformId, [accountId]);
  if (!account || !isWaiting(account)) return;
  const { id: key, currency, serial, customerId } = account;
  const owner = customerId === null ? publicId('Platform', caller.platformId) : publicId('Customer', customerId);
  const issued = await coordinatesFromRail({ key, currency, owner, reference: referenceOf(serial) }, context);
  await keep(account, issued, context);
}

async function keep(
  { id, customerId }: InternalAccountState,
  issued: readonly PaymentInstructions[],
  context: AccountsContext,
): Promise<void> {
  const { store, caller, clock } = context;
  const funding = writeFunding(issued.map((one) => ({ ...one, isPlatformAccount: customerId === null })));
  await store.write(async (rows) => {
    const [account] = await rows.internalAccounts.lockAll(caller.platformId, [id]);
    if (!account || !isWaiting(account)) return;
    const after = { ...account, coordinatesDue: false, funding };
    if (issued.length === 0) return rows.internalAccounts.change(after);
    const changed = { ...after, version: account.version + 1n, updatedAt: clock.now() };
    await rows.internalAccounts.change(changed);
    await rows.outbox.add(accountEvent(context, WebhookType.INTERNAL_ACCOUNT_FUNDING_INSTRUCTIONS_UPDATED, changed));
  });
}

/** Empty if the rail does not collect the currency. Throws SERVICE_UNAVAILABLE for invalid coordinates. */
export async function coordinatesFromRail(
  request: MessageInitShape<typeof IssueCoordinatesRequestSchema> & { readonly currency: string },
  { clients }: AccountsContext,
): Promise<PaymentInstructions[]> {
  const { coordinates } = await clients.rail.issueCoordinates(request);
  const problem = problemWith(coordinates, request.currency);
  if (problem === undefined) return coordinates;
  throw fail(ErrorCode.SERVICE_UNAVAILABLE, `The payment rail issued invalid coordinates. ${problem}`);
}

/** The error of issued coordinates as a sentence, if any. */
function problemWith(issued: readonly PaymentInstructions[], currency: string): string | undefined {
  for (const one of issued) {
    const kind = one.accountOrWalletInfo?.info.case ?? '';
    if (!takes(kind, currency)) return `${kind || 'Coordinates without an account'} cannot take ${currency}.`;
    const [violation] = violationsOf(PaymentInstructionsSchema, one);
    if (violation) return `${kind}: ${violation.field} ${violation.message}.`;
  }
  return undefined;
}
