// Resets of production platforms without a provider of liveness checks.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { production } from '../../kit/world-forms.ts';

const world = await sharedWorld(production);

test.each([
  ['POST', '/sca/factors/reset'],
  ['GET', '/sca/factors/reset/x'],
  ['POST', '/sca/factors/reset/x/complete'],
] as const)('%s %s returns 501 before anything else is checked', async (verb, path) => {
  const { status, body } = await world.rest(verb, path, verb === 'GET' ? {} : { body: {} });

  expect([status, body.code]).toEqual([501, 'NOT_IMPLEMENTED']);
});
