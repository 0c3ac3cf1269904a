// The house accounts of a sandbox platform.
import type { SandboxLedgerService } from '../../../gen/payments/accounts/v1/sandbox_ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { houseName } from '../convert-sandbox-ledger.ts';

const accountsMax = 500;

export const listLedgerAccounts: AccountsMethod<typeof SandboxLedgerService.method.listLedgerAccounts> = async (
  _request,
  { caller, store },
) => {
  const houses = await store.sandboxLedger.houses(caller.platformId, accountsMax);
  return {
    data: houses.map(({ currency, available, ...house }) => ({ account: houseName(house), currency, balance: available })),
  };
};
