// `ops accounts`: the status of internal and external accounts.
import {
  AccountDirectoryService,
  ExternalAccountChange,
  InternalAccountChange,
} from '../../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ExternalAccountStatusSchema } from '../../../../gen/payments/accounts/v1/external_account_pb.ts';
import { InternalAccountSchema, InternalAccountStatusSchema } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { enumNames } from '../../../../services/kit/messages/json/enums.ts';
import type { Command } from '../../command.ts';
import { columns, type OpsDefinition, opsCommand, plain } from '../ops-command.ts';

export const accountsList = opsCommand({
  name: 'accounts list',
  summary: 'List the internal accounts of a customer',
  isForPlatform: true,
  parameters: [{ name: 'customer', description: 'its id' }],
  examples: ['accounts list Customer:019… --platform 019…'],
  run: async ({ client, print, parameters: [customerId = ''] }) => {
    const { data } = await client(AccountDirectoryService).listInternalAccountsOf({ customerId, limit: 100 });
    print.table(
      data.map((account) => plain(InternalAccountSchema, account)),
      columns('id', 'type', 'status', 'balance', 'totalBalance'),
    );
  },
});

interface Change {
  readonly verb: string;
  readonly summary: string;
  readonly isIrreversible?: string;
}

const isFinal = 'A closed account cannot be opened again';

/** Of internal accounts. */
export const internalAccountCommands: readonly Command[] = [
  ofInternal(InternalAccountChange.FROZEN, { verb: 'freeze', summary: 'Freeze an internal account: ACTIVE to FROZEN' }),
  ofInternal(InternalAccountChange.LIFTED, { verb: 'unfreeze', summary: 'Unfreeze an internal account: FROZEN to ACTIVE' }),
  ofInternal(InternalAccountChange.CLOSED, {
    verb: 'close',
    summary: 'Close an internal account; its balance stays in it',
    isIrreversible: isFinal,
  }),
  ofInternal(InternalAccountChange.PROVISIONED, {
    verb: 'provision',
    summary: 'Complete an internal account: PENDING to ACTIVE',
  }),
  ofInternal(InternalAccountChange.RETRIED, {
    verb: 'reprovision',
    summary: 'Provision a failed internal account again: FAILED to PENDING',
  }),
];

/** Of external accounts. */
export const externalAccountCommands: readonly Command[] = [
  ofExternal(ExternalAccountChange.CLEARED, {
    verb: 'clear',
    summary: 'Clear an external account: PENDING or UNDER_REVIEW to ACTIVE',
  }),
  ofExternal(ExternalAccountChange.FLAGGED, { verb: 'flag', summary: 'Put an external account under review' }),
  ofExternal(ExternalAccountChange.REFUSED, { verb: 'refuse', summary: 'Refuse an external account: UNDER_REVIEW to INACTIVE' }),
  ofExternal(ExternalAccountChange.DISABLED, { verb: 'disable', summary: 'Disable an external account' }),
  ofExternal(ExternalAccountChange.ENABLED, { verb: 'enable', summary: 'Enable an external account: INACTIVE to ACTIVE' }),
];

function ofInternal(change: InternalAccountChange, described: Change): Command {
  return opsCommand({
    ...definitionOf(described, 'InternalAccount'),
    run: async ({ client, print, parameters: [accountId = ''] }) => {
      const { account } = await client(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
      print.fields({ id: account?.id, status: enumNames(InternalAccountStatusSchema).byNumber.get(account?.status ?? 0) });
    },
  });
}

function ofExternal(change: ExternalAccountChange, described: Change): Command {
  return opsCommand({
    ...definitionOf(described, 'ExternalAccount'),
    run: async ({ client, print, parameters: [accountId = ''] }) => {
      const { account } = await client(AccountDirectoryService).changeExternalAccountStatus({ accountId, change });
      print.fields({ id: account?.id, status: enumNames(ExternalAccountStatusSchema).byNumber.get(account?.status ?? 0) });
    },
  });
}

function definitionOf({ verb, ...described }: Change, kind: string): Omit<OpsDefinition<never>, 'run'> {
  return {
    ...described,
    name: `accounts ${verb}`,
    isForPlatform: true,
    parameters: [{ name: 'account', description: 'its id' }],
    examples: [`accounts ${verb} ${kind}:019… --platform 019…${described.isIrreversible === undefined ? '' : ' --yes'}`],
  };
}
