// Opens missing internal accounts: one per currency, and a wallet if required.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { currencyOf, currencyOrTokenOf, isTokenCode } from '../../kit/core/currencies.ts';
import { withEnding, withoutOutcome } from '../../kit/core/sandbox-suffix.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import { toInstructions, writeFunding } from '../convert.ts';
import { coordinatesOf } from '../domain/funding/instructions.ts';
import type { NewInternalAccount } from '../store/internal-account-row.ts';
import type { HeldAccounts } from '../store/internal-accounts.ts';
import { areCoordinatesDue, issuingJobs } from './issue-coordinates.ts';
import { keepWallets } from './keep-wallets.ts';

export interface Opening {
  /** uuid. Null: the platform itself. */
  readonly customerId: string | null;
  /** In the order in which the accounts are listed. */
  readonly currencies: readonly string[];
  readonly withWallet?: boolean;
}

/** Repeatable. A deleted customer gets no accounts. Waits for the first credential of a wallet, unless there are many. */
export async function openAccounts(openings: readonly Opening[], context: AccountsContext): Promise<void> {
  const { store, caller } = context;
  refuseUnknown(openings.flatMap(({ currencies }) => currencies));
  const owners = openings.map(({ customerId }) => customerId);
  const held = await store.internalAccounts.heldBy(caller.platformId, owners);
  const lackingOfAll = openings.flatMap((opening) => lackingIn(opening, held.get(opening.customerId) ?? nothing));
  const lacking = await withoutDeleted(lackingOfAll, context);
  if (lacking.length === 0) return;

  const serials = await store.internalAccounts.takeSerials(lacking.length);
  const accounts = numbered(lacking, serials, context);
  const [credential, ...more] = await store.write(async (rows) => {
    await rows.internalAccounts.open(accounts);
    await rows.jobs.addMany(issuingJobs(accounts, context));
    return keepWallets(rows, accounts, context);
  });
  if (credential && more.length === 0) await context.runNow(credential);
}

const nothing: HeldAccounts = { currencies: new Set(), hasWallet: false };

async function withoutDeleted(lacking: readonly Lacking[], { store, caller }: AccountsContext): Promise<Lacking[]> {
  const customers = lacking.map(({ customerId }) => customerId).filter((id) => id !== null);
  if (customers.length === 0) return [...lacking];
  const deleted = await store.externalAccounts.closedAmong(caller.platformId, customers);
  return lacking.filter(({ customerId }) => customerId === null || !deleted.has(customerId));
}

function refuseUnknown(currencies: readonly string[]): void {
  const unknown = currencies.find((currency) => !currencyOf(currency) && !isTokenCode(currency));
  if (unknown !== undefined) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${unknown}.`);
}

type Lacking = Pick<AccountToOpen, 'customerId' | 'currency' | 'isWallet'>;

/** Wallets have one currency, independent of the customer's currencies. */
const walletCurrency = 'USDB';

/** The only account of a customer in the currency of wallets is the wallet. */
function lackingIn({ customerId, currencies, withWallet = false }: Opening, held: HeldAccounts): Lacking[] {
  const all = new Set(withWallet ? [...currencies, walletCurrency] : currencies);
  return [...all].flatMap((currency) => {
    const isWallet = customerId !== null && currency === walletCurrency;
    const isDue = isWallet ? withWallet && !held.hasWallet : !held.currencies.has(currency);
    return isDue ? [{ customerId, currency, isWallet }] : [];
  });
}

interface AccountToOpen {
  readonly id: string;
  readonly customerId: string | null;
  readonly currency: string;
  readonly serial: bigint;
  readonly isWallet: boolean;
  readonly createdAt: Date;
}

/**
 * Lists show the newest account first, by time and id, so of accounts opened together the first gets the last id. Where the id of a customer
 * ends so that it selects an outcome in the sandbox, the ids of its accounts end in the same way.
 */
function numbered(lacking: readonly Lacking[], serials: readonly bigint[], context: AccountsContext): NewInternalAccount[] {
  const createdAt = context.clock.now();
  const ids = lacking
    .map(() => context.ids.next())
    .sort()
    .toReversed();
  return lacking.flatMap((one, at) => {
    const [id, serial] = [ids[at], serials[at]];
    return id === undefined || serial === undefined
      ? []
      : [newAccount({ ...one, id: idFor(one, id), serial, createdAt }, context)];
  });
}

function idFor({ customerId }: Lacking, id: string): string {
  const [ending] = /00[1-6]$/.exec(customerId ?? '') ?? [];
  return ending === undefined ? withoutOutcome(id) : withEnding(id, ending);
}

/** In the sandbox, and for the platform itself, accounts are active immediately. In production a provider sets up those of customers. */
function newAccount({ isWallet, ...account }: AccountToOpen, { caller }: AccountsContext): NewInternalAccount {
  const { environment, platformId } = caller;
  const isPlatformAccount = account.customerId === null;
  const isActive = environment === 'sandbox' || isPlatformAccount;
  const ordinary = currencyOrTokenOf(account.currency)?.kind === 'crypto' ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';
  const type = isWallet ? 'EMBEDDED_WALLET' : ordinary;
  const coordinatesDue = areCoordinatesDue({ type }, caller);
  const isFunded = isActive && !isWallet && !coordinatesDue;
  const coordinates = isFunded ? coordinatesOf({ ...account, environment }) : [];
  return {
    ...account,
    platformId,
    type,
    coordinatesDue,
    status: isActive ? 'ACTIVE' : 'PENDING',
    funding: writeFunding(toInstructions(coordinates, { isPlatformAccount })),
    privateEnabled: isWallet ? false : null,
  };
}
