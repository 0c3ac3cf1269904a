// `ops operators`: credentials of operators.
import { OperatorSchema, OperatorService } from '../../../../gen/payments/auth/v1/operator_pb.ts';
import { OperatorScopeSchema } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { enumIn, namesOf } from '../enums.ts';
import { columns, opsCommand, plain } from '../ops-command.ts';

export const operatorsList = opsCommand({
  name: 'operators list',
  summary: 'List the credentials of operators',
  examples: ['operators list'],
  run: async ({ client, print }) => {
    const { operators } = await client(OperatorService).listOperators({});
    print.table(
      operators.map((operator) => plain(OperatorSchema, operator)),
      columns('id', 'name', 'scopes', 'expiresAt', 'revokedAt'),
    );
  },
});

export const operatorsCreate = opsCommand({
  name: 'operators create',
  summary: 'Create a credential for another operator',
  details: ['The token is shown once. The operator sets it as OPS_TOKEN, with the address of gRPC as OPS_URL.'],
  parameters: [{ name: 'name', description: 'of the operator, for the log' }],
  options: {
    scope: { value: 'SCOPE', isRepeated: true, description: 'what it allows', values: () => namesOf(OperatorScopeSchema) },
    'expires-in-days': { value: 'DAYS', description: 'up to 366; 90 if absent' },
  },
  examples: ['operators create grace --scope VIEW --scope DECIDE --expires-in-days 30'],
  run: async ({ client, print, text, all, parameters: [name = ''] }) => {
    const scopes = all('scope').map((scope) => enumIn(OperatorScopeSchema, scope));
    const expiresInDays = Number(text('expires-in-days') ?? 90);
    const { operator, token } = await client(OperatorService).createOperator({ name, scopes, expiresInDays });
    print.fields({ ...plain(OperatorSchema, operator), token });
  },
});

export const operatorsRevoke = opsCommand({
  name: 'operators revoke',
  summary: 'Revoke the credential of an operator',
  parameters: [{ name: 'operator', description: 'its id' }],
  isIrreversible: 'A revoked credential cannot be restored',
  examples: ['operators revoke 019… --yes'],
  run: async ({ client, print, parameters: [operatorId = ''] }) => {
    await client(OperatorService).revokeOperator({ operatorId });
    print.fields({ id: operatorId, state: 'REVOKED' });
  },
});
