// What a policy refers to: currencies, and internal accounts of the customer.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { currencyOf } from '../../kit/core/currencies.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AgentsContext } from '../context.ts';
import type { Policy } from '../domain/policy.ts';

/** Throws INVALID_CURRENCY for an unknown currency. */
export function refuseUnknownCurrencies({ spendingLimits, approvalThresholds }: Policy): void {
  for (const currency of [spendingLimits.currency, approvalThresholds?.currency]) {
    if (currency !== undefined && !currencyOf(currency)) {
      throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${currency}.`, { currency });
    }
  }
}

/** Throws INVALID_INPUT for accounts that are not internal accounts of the customer. `prefix`: of the names of fields. */
export async function refuseForeignAccounts(
  { accountRestrictions }: Pick<Policy, 'accountRestrictions'>,
  { customerId, prefix }: { readonly customerId: string; readonly prefix: string },
  { clients }: AgentsContext,
): Promise<void> {
  const { allowedAccountIds = [], accountRules = [] } = accountRestrictions ?? {};
  const named = [
    ...allowedAccountIds.map((id, index) => ({ id, field: `allowedAccountIds.${index}` })),
    ...accountRules.map(({ accountId: id }, index) => ({ id, field: `accountRules.${index}.accountId` })),
  ];
  if (named.length === 0) return;
  const { accounts } = await clients.accounts.getAccounts({ ids: [...new Set(named.map(({ id }) => id))] });
  const own = new Set(
    accounts.flatMap(({ kind }) =>
      kind.case === 'internal' && kind.value.customerId === publicId('Customer', customerId) ? [kind.value.id] : [],
    ),
  );
  const foreign = named.filter(({ id }) => !own.has(id));
  if (foreign.length === 0) return;
  const message = 'is not an internal account of the customer';
  throw invalidInput(foreign.map(({ field }) => ({ field: `${prefix}accountRestrictions.${field}`, message })));
}
