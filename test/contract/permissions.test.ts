// Which permission opens which operation: the table of the contract, beside what the operations declare.
import { expect, test } from 'vitest';
import { Permission, PermissionSchema } from '../../gen/payments/rest/v1/rest_pb.ts';
import { enumNames } from '../../services/kit/messages/json/enums.ts';
import { type Operation, operations } from './operations.ts';

type Name = keyof typeof Permission;

/** What is not MANAGE among all that is no GET. */
const transacting = [
  /^POST \/quotes$/,
  /^POST \/quotes\/[^/]+\/(execute|authorize|authorize\/resend)$/,
  /^POST \/transfer-(in|out)$/,
  /^POST \/transactions\/[^/]+\/(confirm|approve|reject|cancel)$/,
  /^POST \/stablecoins\/.*(mint|burn)s?$/,
  /^POST \/agents\/.*\/(approve|reject)$/,
  /^POST \/sandbox\/(?!webhooks\/test$|clock\/)/, // the clock of a platform is beyond the published contract
];
const open = [
  /^POST \/(customers|platform)\/external-accounts$/,
  /^DELETE \/(customers|platform)\/external-accounts\/[^/]+$/,
  /^POST \/(customers|platform)\/external-accounts\/[^/]+\/(?!(un)?trust)/,
];

function permissionsOf({ name, verb }: Operation): Name[] {
  if (verb === 'GET' || name === 'POST /crypto/estimate-withdrawal-fee') return ['VIEW'];
  if (transacting.some((pattern) => pattern.test(name))) return ['TRANSACT'];
  return open.some((pattern) => pattern.test(name)) ? ['TRANSACT', 'MANAGE'] : ['MANAGE'];
}

test.each(operations)('$name needs what the contract says', (operation) => {
  const { byNumber } = enumNames(PermissionSchema);

  const declared = operation.route.rule.permissions.map((permission) => byNumber.get(permission));

  expect(declared.toSorted()).toEqual(permissionsOf(operation).toSorted());
});
