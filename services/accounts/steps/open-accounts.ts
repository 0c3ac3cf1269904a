// Opens the internal accounts that an owner lacks: one for each currency.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { currencyOf } from '../../kit/currencies.ts';
import { fail } from '../../kit/fail.ts';
import type { AccountsContext } from '../context.ts';
import { writeFunding } from '../convert.ts';
import { fundingOf } from '../domain/funding/instructions.ts';
import { referenceOf } from '../domain/funding/serial.ts';
import type { NewInternalAccount } from '../store/internal-accounts.ts';

export interface Opening {
  /** uuid; null: the platform itself. */
  readonly customerId: string | null;
  readonly currencies: readonly string[];
}

/** Repeatable. A customer that was deleted gets no more accounts. */
export async function openAccounts({ customerId, currencies }: Opening, context: AccountsContext): Promise<void> {
  const { store, caller } = context;
  refuseUnknown(currencies);
  const held = await store.internalAccounts.heldCurrencies(caller.platformId, customerId);
  const lacking = [...new Set(currencies)].filter((currency) => held && !held.has(currency)).sort();
  if (lacking.length === 0) return;

  const serials = await store.internalAccounts.takeSerials(lacking.length);
  const accounts = lacking.flatMap((currency, at) => {
    const serial = serials[at];
    return serial === undefined ? [] : [newAccount({ customerId, currency, serial }, context)];
  });
  await store.write((rows) => rows.internalAccounts.open(accounts));
}

function refuseUnknown(currencies: readonly string[]): void {
  const unknown = currencies.find((currency) => !currencyOf(currency));
  if (unknown !== undefined) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${unknown}.`);
}

interface Wanted {
  readonly customerId: string | null;
  readonly currency: string;
  readonly serial: bigint;
}

/** In the sandbox, and for the platform itself, accounts work at once; in production a provider sets those of customers up. */
function newAccount(wanted: Wanted, { caller, clock, ids }: AccountsContext): NewInternalAccount {
  const { environment, platformId } = caller;
  const id = ids.next();
  const isPlatformAccount = wanted.customerId === null;
  const isActive = environment === 'sandbox' || isPlatformAccount;
  const funding = isActive ? fundingOf({ ...wanted, id, isPlatformAccount, environment }) : [];
  return {
    ...wanted,
    id,
    platformId,
    type: currencyOf(wanted.currency)?.kind === 'crypto' ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT',
    status: isActive ? 'ACTIVE' : 'PENDING',
    reference: referenceOf(wanted.serial),
    funding: writeFunding(funding),
    privateEnabled: null,
    createdAt: clock.now(),
  };
}
