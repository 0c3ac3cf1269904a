// A production installation whose codes go out over a real mail server and a real text message hook.
import { beforeEach, expect } from 'vitest';
import { startReceiver } from '../../kit/receiver.ts';
import { startCredentialWorld, walletClient } from './credential-world.ts';
import { startMailbox } from './mailbox.ts';

/** For one test file: at the start of each test both providers accept messages, and codes have the usual lifetime. */
export async function startCarrierWorld() {
  const mailbox = await startMailbox();
  const hook = await startReceiver();
  const settings = { smtpUrl: mailbox.url, smsHookUrl: hook.url.replace('http://', 'http://carrier:p%40ss@') };
  const world = await startCredentialWorld({ mode: 'production', settings });
  const client = walletClient(world);

  const configure = async (embeddedWalletConfig: object) => {
    const { status } = await world.rest('PATCH', '/config', { body: { embeddedWalletConfig } });
    expect(status).toBe(200);
  };
  beforeEach(async () => {
    mailbox.isOpen = true;
    hook.answer({});
    await configure({ appName: 'Wallet', otpLength: 6, alphanumeric: false, expirationSeconds: 300 });
  });
  return { mailbox, hook, world, client, configure };
}
