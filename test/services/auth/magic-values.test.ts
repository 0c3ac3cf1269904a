// The magic values of the sandbox: invalid on a production installation, and for a production platform.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from '../../../services/kit/core/caller.ts';
import { softPasskey } from '../../kit/passkey.ts';
import type { Tenant } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { type CredentialWorld, startCredentialWorld, walletClient } from './credential-world.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { registrationOf } from './proof-world.ts';

const cases: [mode: Environment, environment: Environment][] = [
  ['production', 'production'],
  ['production', 'sandbox'],
  ['sandbox', 'production'],
];

describe.each(cases)('an installation in %s, a platform in %s', (mode, environment) => {
  let world: CredentialWorld;
  let tenant: Tenant;
  let mailbox: Mailbox;
  let client: ReturnType<typeof walletClient>;
  beforeAll(async () => {
    mailbox = await startMailbox();
    const settings = { smtpUrl: mailbox.url, smsHookUrl: (await startReceiver()).url };
    world = await startCredentialWorld({ mode, settings });
    tenant = await world.newPlatform({ environment });
    client = walletClient(tenant);
  });

  const outcomeOf = ({ status, body }: RestAnswer) => [status, body.code, body.reason, body.details];
  const codeSent = () => /your code is (\w+)\./.exec(mailbox.mails.at(-1)?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? '';

  test('the code of the sandbox is wrong, and its stamp malformed', async () => {
    const { accountId } = world.wallet();
    const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
    const { body: challenged } = await client.challenge(credential.id);
    const bundle = challenged.otpEncryptionTargetBundle;
    const key = walletKey();

    const magicCode = await client.verify(credential.id, await client.answerTo(bundle));
    const body = await client.answerTo(bundle, { code: codeSent(), key: key.compressed });
    const { body: issued } = await client.verify(credential.id, body);
    const standIn = { 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': issued.requestId };
    const magicStamp = await client.verify(credential.id, body, standIn);
    const right = await client.verify(credential.id, body, signedHeaders(issued, key));

    expect(outcomeOf(magicCode)).toEqual([401, 'UNAUTHORIZED', undefined, undefined]);
    expect(outcomeOf(magicStamp)).toEqual([401, 'WALLET_SIGNATURE_MALFORMED', undefined, undefined]);
    expect(right.status).toBe(200);
  });

  test('the passkey signature of the sandbox is wrong', async () => {
    const passkey = softPasskey();
    const { body: credential } = await tenant.rest('POST', '/auth/credentials', {
      body: registrationOf(passkey, world.wallet().accountId),
    });
    const path = `/auth/credentials/${credential.id}`;
    const { body: issued } = await tenant.rest('POST', `${path}/challenge`, {
      body: { clientPublicKey: walletKey().compressed },
    });
    const assertion = passkey.assert(issued.challenge);
    const answer = (more: object) =>
      tenant.rest('POST', `${path}/verify`, {
        body: { type: 'PASSKEY', assertion: { ...assertion, ...more } },
        headers: { 'request-id': issued.requestId },
      });

    const magic = await answer({ signature: 'sandbox-valid-passkey-signature' });
    const right = await answer({});

    expect(outcomeOf(magic)).toEqual([401, 'UNAUTHORIZED', undefined, undefined]);
    expect(right.status).toBe(200);
  });
});
