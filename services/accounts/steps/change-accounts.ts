// Changes the status of internal accounts, and sends events.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import { toInstructions, writeFunding } from '../convert.ts';
import { type AccountEvent, type AccountStatus, accountMoves } from '../domain/account-status.ts';
import { coordinatesOf } from '../domain/funding/instructions.ts';
import { walletCoordinates } from '../domain/funding/wallet.ts';
import type { InternalAccountState } from '../store/internal-account-row.ts';
import { accountEvent } from './account-event.ts';
import { areCoordinatesDue, issuingJobs } from './issue-coordinates.ts';

export interface Change {
  /** uuids. */
  readonly ids: readonly string[];
  readonly event: AccountEvent;
}

/**
 * The accounts after the change, without those of other platforms. An account that already has the target status does not change.
 * Concurrent movements come before or after, because both lock the balance.
 */
export function changeAccounts({ ids, event }: Change, context: AccountsContext): Promise<InternalAccountState[]> {
  return context.store.write(async (rows) => {
    const changed: InternalAccountState[] = [];
    const accounts = await rows.internalAccounts.lockAll(context.caller.platformId, ids);
    const mnemonics = event === 'provisioned' ? await rows.wallets.bootstrapped(context.caller.platformId, ids) : none;
    for (const account of accounts) {
      const { after, events } = change({ account, event, mnemonic: mnemonics.get(account.id) }, context);
      if (after.version !== account.version) await rows.internalAccounts.change(after);
      await rows.outbox.addMany(events);
      await rows.jobs.addMany(issuingJobs([after], context));
      changed.push(after);
    }
    return changed;
  });
}

const none: ReadonlyMap<string, string> = new Map();

interface Changing {
  readonly account: InternalAccountState;
  readonly event: AccountEvent;
  /** For a wallet with a verified credential. */
  readonly mnemonic: string | undefined;
}

interface Changed {
  readonly after: InternalAccountState;
  readonly events: OutboxEvent[];
}

function change({ account, event, mnemonic }: Changing, context: AccountsContext): Changed {
  const status = accountMoves[account.status][event];
  if (!status && isReached(account.status, event)) return { after: account, events: [] };
  if (!status) throw forbidden(account.status, event);

  const funding = fundingIn(status, { account, event, mnemonic }, context);
  const types: WebhookType[] = [WebhookType.INTERNAL_ACCOUNT_STATUS_UPDATED];
  if (funding !== account.funding) types.push(WebhookType.INTERNAL_ACCOUNT_FUNDING_INSTRUCTIONS_UPDATED);
  const version = account.version + BigInt(types.length);
  const after = { ...account, status, funding, version, updatedAt: context.clock.now() };
  const events = types.map((type, at) => accountEvent(context, type, { ...after, version: account.version + BigInt(at + 1) }));
  return { after, events };
}

/** The event already happened: its target is the current status. */
function isReached(status: AccountStatus, event: AccountEvent): boolean {
  return Object.values(accountMoves).some((moves) => moves[event] === status);
}

/** Sandbox coordinates appear with the account, those of a rail later. They are kept while it is frozen, and removed when it is closed. */
function fundingIn(status: AccountStatus, { account, mnemonic }: Changing, { caller }: AccountsContext): string {
  if (status === 'CLOSED') return '[]';
  if (status !== 'ACTIVE' || account.funding !== '[]' || areCoordinatesDue(account, caller)) return account.funding;
  const placed = { ...account, environment: caller.environment };
  const ofWallet = mnemonic === undefined ? [] : walletCoordinates(mnemonic, placed);
  const coordinates = account.type === 'EMBEDDED_WALLET' ? ofWallet : coordinatesOf(placed);
  return writeFunding(toInstructions(coordinates, { isPlatformAccount: account.customerId === null }));
}

function forbidden(accountStatus: AccountStatus, event: AccountEvent): Refusal {
  const details = { reason: 'STATUS_MOVE_FORBIDDEN', accountStatus };
  return fail(ErrorCode.CONFLICT, `An internal account that is ${accountStatus} cannot be ${event}.`, details);
}
