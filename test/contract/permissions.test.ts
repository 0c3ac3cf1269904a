// Which permission each operation needs: the table of the contract against the declarations of the operations.
import { expect, test } from 'vitest';
import { Permission, PermissionSchema } from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { authenticated, type Operation } from './operations.ts';

type Name = keyof typeof Permission;

/** Operations other than GET that do not need MANAGE. */
const transacting = [
  /^POST \/quotes$/,
  /^POST \/quotes\/[^/]+\/(execute|authorize|authorize\/resend)$/,
  /^POST \/transfer-(in|out)$/,
  /^POST \/transactions\/[^/]+\/(confirm|approve|reject|cancel)$/,
  /^POST \/stablecoins\/.*(mint|burn)s?$/,
  /^POST \/agents\/.*\/(approve|reject)$/,
  /^POST \/sandbox\/(?!webhooks\/test$|clock\/|faults$|reset$|fork$|snapshots)/, // clocks, faults, resets, forks and snapshots are not part of the published contract
];
const open = [
  /^POST \/(customers|platform)\/external-accounts$/,
  /^DELETE \/(customers|platform)\/external-accounts\/[^/]+$/,
  /^POST \/(customers|platform)\/external-accounts\/[^/]+\/(?!(un)?trust)/,
];

/** Any token reads external accounts: those who may create them must find them. */
const readByAny = /^GET \/(customers|platform)\/external-accounts(\/[^/]+)?$/;

function permissionsOf({ name, verb }: Operation): Name[] {
  if (readByAny.test(name)) return ['VIEW', 'TRANSACT', 'MANAGE'];
  if (verb === 'GET' || name === 'POST /crypto/estimate-withdrawal-fee') return ['VIEW'];
  if (transacting.some((pattern) => pattern.test(name))) return ['TRANSACT'];
  return open.some((pattern) => pattern.test(name)) ? ['TRANSACT', 'MANAGE'] : ['MANAGE'];
}

test.each(authenticated)('$name needs the permission of the contract', (operation) => {
  const { byNumber } = enumNames(PermissionSchema);

  const declared = operation.route.rule.permissions.map((permission) => byNumber.get(permission));

  expect(declared.toSorted()).toEqual(permissionsOf(operation).toSorted());
});
