// Concurrent responses of a passkey at two processes: none bypasses a lock, and none works twice.
import { expect, test } from 'vitest';
import { atOnce } from '../kit/at-once.ts';
import { browserPasskey, enrollPasskey } from '../kit/browser-passkey.ts';
import { newEuropean } from '../kit/european.ts';
import type { Rest } from '../kit/rest.ts';
import { countBy, times } from './callers.ts';
import { startPair } from './pair.ts';

const { doors, rest } = await startPair();

test('of 200 wrong responses of a passkey five are judged, and the lock refuses the right one too', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const passkey = await enrollPasskey(rest, customerId);
  const call = (door: Rest, path: string, body: object) => door('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: started } = await call(rest, 'login/start', { factor: 'PASSKEY' });
  const complete = (door: Rest, proof: object) =>
    call(door, 'login/complete', { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...proof });
  const forged = browserPasskey().prove(started.passkeyOptions, { credentialId: passkey.credentialId });

  const answers = await atOnce(
    doors,
    times((door) => complete(door, forged)),
  );
  const right = await complete(rest, passkey.prove(started.passkeyOptions));

  expect(countBy(answers)).toEqual({ '400 INVALID_INPUT': 5, '423 ACCOUNT_LOCKED': 195 });
  expect(right.status).toBe(423);
});

test('of 200 right responses of a passkey one opens the session', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const passkey = await enrollPasskey(rest, customerId);
  const call = (door: Rest, path: string, body: object) => door('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: started } = await call(rest, 'login/start', { factor: 'PASSKEY' });
  const proof = { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...passkey.prove(started.passkeyOptions) };

  const answers = await atOnce(
    doors,
    times((door) => call(door, 'login/complete', proof)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(199); // no open login is left: not counted
});
