// A headless browser, if one is installed, with a virtual authenticator from DevTools.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';

/** The path of Chromium: `CHROMIUM_PATH`, or that of Debian. Undefined if neither exists. */
export const chromiumPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));

export interface Browser {
  readonly page: Page;
  readonly devTools: CDPSession;
  close(): Promise<void>;
}

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.example ~NOTFOUND',
];

/** With a temporary profile. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'payments-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args,
    headless: true,
    chromiumSandbox: false,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const devTools = await context.newCDPSession(page);
  return {
    page,
    devTools,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Runs code as if pasted into the console of DevTools: it may await, and later code sees its names and may declare them again.
 * Returns the value of the last expression. Throws if the code does.
 */
export async function paste<T>({ devTools }: Browser, expression: string): Promise<T> {
  const options = { replMode: true, awaitPromise: true, returnByValue: true, userGesture: true };
  const { result, exceptionDetails } = await devTools.send('Runtime.evaluate', { expression, ...options });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** A virtual authenticator whose user is always present. It counts its signatures. */
export async function addAuthenticator({ devTools }: Browser): Promise<void> {
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
