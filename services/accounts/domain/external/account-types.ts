// The table of account types: one row per type, and the only place that knows their differences.
import type { AccountInfo, AccountType, AccountTypeName, AccountTypeRows } from './account-type.ts';
import { africa } from './types/africa.ts';
import { americas } from './types/americas.ts';
import { eastAsia } from './types/east-asia.ts';
import { europe } from './types/europe.ts';
import { mobileMoney } from './types/mobile-money.ts';
import { southAsia } from './types/south-asia.ts';
import { wallets } from './types/wallets.ts';
import { world } from './types/world.ts';

const table = {
  ...americas,
  ...europe,
  ...southAsia,
  ...eastAsia,
  ...africa,
  ...mobileMoney,
  ...world,
  ...wallets,
} as const satisfies Required<AccountTypeRows>;

/** All types, by name. */
export const accountTypes: Readonly<Record<AccountTypeName, AccountType>> = table;

/** The row of a type. */
export function accountTypeOf(name: AccountTypeName): AccountType {
  return table[name];
}

/** The fields of an account by name. Unset fields are absent. */
export function fieldsOf(info: AccountInfo): Readonly<Record<string, unknown>> {
  return info.value;
}
