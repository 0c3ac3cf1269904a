// Passkeys in a real browser, by the code of docs/signing.md on a page of localhost, verified by the real gateway over HTTP.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator, type Browser, chromiumPath, openBrowser, paste } from '../../kit/chromium.ts';
import type { World } from '../../kit/platform.ts';
import { blocksOf } from '../../kit/walk.ts';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { newAccount, newChallenge, startProofWorld } from './proof-world.ts';

const where = chromiumPath ?? '';
const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

interface Assertion {
  readonly credentialId: string;
  readonly authenticatorData: string;
}

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let world: World;
  let pages: Server;
  let browser: Browser;
  beforeAll(async () => {
    world = await startProofWorld({ mode: 'production' });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>Wallet</title>'));
    await new Promise<void>((resolve) => pages.listen(0, 'localhost', resolve));
    browser = await openBrowser(where);
    await addAuthenticator(browser);
    await browser.page.goto(`http://localhost:${(pages.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });

  /** A call over HTTP, as from the platform's backend. */
  async function call(path: string, body: object | undefined, headers: Record<string, string> = {}) {
    const { port } = world.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/2025-10-13${path}`, {
      method: body ? 'POST' : 'DELETE',
      headers: { authorization: world.token, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Runs the code of the page that creates a passkey. */
  async function register(challenge: string) {
    const [creation = ''] = blocksOf('docs/signing.md', 'js');
    await paste(browser, `const challenge = '${challenge}';\n${creation}`);
    return paste<{ credentialId: string }>(browser, 'attestation');
  }

  /** Runs the code of the page that signs a challenge, after the code that creates a passkey. */
  async function answer({ challenge, credentialId }: { challenge: string; credentialId: string }) {
    const [, request = ''] = blocksOf('docs/signing.md', 'js');
    await paste(browser, `const challenge = '${challenge}', credentialId = '${credentialId}';\n${request}`);
    return paste<Assertion>(browser, 'assertion');
  }

  async function logIn(id: string) {
    const client = walletKey();
    const issued = await call(`/auth/credentials/${id}/challenge`, { clientPublicKey: client.uncompressed });
    const assertion = await answer(issued.body);
    const headers = { 'request-id': issued.body.requestId };
    const opened = await call(`/auth/credentials/${id}/verify`, { type: 'PASSKEY', assertion }, headers);
    return { issued, assertion, opened, client };
  }

  test('a passkey is registered, and logs in as long as its counter grows', async () => {
    const challenge = newChallenge();
    const attestation = await register(challenge);
    const registration = { type: 'PASSKEY', accountId: newAccount(), nickname: 'Browser', challenge, attestation };

    const { status, body: credential } = await call('/auth/credentials', registration);
    const one = await logIn(credential.id);
    const two = await logIn(credential.id);

    expect([status, credential.credentialId]).toEqual([201, attestation.credentialId]);
    expect([one.opened.status, two.opened.status]).toEqual([200, 200]);
    expect(counterOf(two.assertion)).toBeGreaterThan(counterOf(one.assertion));
    const { id, encryptedSessionSigningKey } = two.opened.body;
    const key = await openSealedKey(encryptedSessionSigningKey, two.client);
    const first = await call(`/auth/sessions/${id}`, undefined);
    expect((await call(`/auth/sessions/${id}`, undefined, signedHeaders(first.body, key))).status).toBe(204);
  });

  test('an answer to one challenge is no answer to another', async () => {
    const challenge = newChallenge();
    const attestation = await register(challenge);
    const registration = { type: 'PASSKEY', accountId: newAccount(), nickname: 'Browser', challenge, attestation };
    const { body: credential } = await call('/auth/credentials', registration);
    const { assertion } = await logIn(credential.id);

    const issued = await call(`/auth/credentials/${credential.id}/challenge`, { clientPublicKey: walletKey().compressed });
    const headers = { 'request-id': issued.body.requestId };
    const replayed = await call(`/auth/credentials/${credential.id}/verify`, { type: 'PASSKEY', assertion }, headers);

    expect([replayed.status, replayed.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

const counterOf = ({ authenticatorData }: Assertion) => Buffer.from(authenticatorData, 'base64url').readUInt32BE(33);
