// `keys`: acts as the device of a wallet's holder, so that each ceremony of docs/signing.md can be run from a shell.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { command, type Option } from '../command.ts';
import type { DeviceKey } from '../device.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import type { Host } from '../host.ts';

const device = () => import('../device.ts'); // loads cryptography, which other commands do not need

export const keyOption = { value: 'FILE', description: 'of "keys new"' } as const satisfies Option;

/** Reads a JSON file that an option names. */
export function fileIn<Content>(host: Host, file: string | undefined): Content {
  if (file === undefined) throw new UsageMistake('Pass --key with a file.');
  try {
    return JSON.parse(readFileSync(resolve(host.folder, file), 'utf8'));
  } catch (cause) {
    throw new CommandFailure(`${file} cannot be read as JSON.`, { cause });
  }
}

/** A response of the platform on standard input. */
export async function responseIn<Body>({ input }: Host): Promise<Partial<Body>> {
  try {
    return JSON.parse(await input());
  } catch (cause) {
    throw new CommandFailure('Pass the response of the platform on standard input, as JSON.', { cause });
  }
}

/** A field that the response must have. */
export function required<Value>(value: Value | undefined, field: string): Value {
  if (value !== undefined) return value;
  throw new CommandFailure(`The response on standard input has no ${field}. Is it an error, or of another operation?`);
}

export const keysNew = command({
  name: 'keys new',
  summary: 'Create a key pair: privateKey, publicKey, publicKeyUncompressed, in hex',
  examples: ['keys new > key.json'],
  run: async ({ print }) => {
    const key = (await device()).newKey();
    print.result(key, () => [JSON.stringify(key)]);
  },
});

export const keysCode = command({
  name: 'keys code',
  summary: 'Encrypt a code for the response to a challenge: the body that verifies it',
  details: ['Reads the response of POST /auth/credentials/{id}/challenge from standard input.'],
  options: {
    key: keyOption,
    code: { value: 'CODE', description: 'that the customer received; 000000, which the sandbox accepts, if absent' },
    signer: { value: 'HEX', description: 'the only key that may have signed the challenge' },
  },
  examples: ['keys code --key key.json < challenged.json > proof.json'],
  run: async ({ print, text, host }) => {
    const { sealCode } = await device();
    const key = fileIn<DeviceKey>(host, text('key'));
    const { type, otpEncryptionTargetBundle } = await responseIn<{ type: string; otpEncryptionTargetBundle: string }>(host);
    const bundle = required(otpEncryptionTargetBundle, 'otpEncryptionTargetBundle');
    const signer = text('signer');
    const sealed = await sealCode({ key, bundle, code: text('code') ?? '000000', ...(signer !== undefined && { signer }) });
    const body = { type, ...sealed };
    print.result(body, () => [JSON.stringify(body)]);
  },
});

interface Asked {
  readonly payloadToSign: string;
  readonly requestId: string;
  /** Of a quote. */
  readonly paymentInstructions: readonly { readonly accountOrWalletInfo?: { readonly payloadToSign?: string } }[];
}

export const keysSign = command({
  name: 'keys sign',
  summary: 'Sign what an operation asks for: the headers of its repetition',
  details: [
    'Reads the response 202 of the operation, or a quote from a wallet, from standard input. Prints headers as curl -H @file reads them.',
  ],
  options: { key: keyOption },
  examples: ['keys sign --key key.json < asked.json > signature.txt', 'keys sign --key key.json --json < quote.json'],
  run: async ({ print, text, host }) => {
    const { stamp } = await device();
    const key = fileIn<DeviceKey>(host, text('key'));
    const { payloadToSign, requestId, paymentInstructions = [] } = await responseIn<Asked>(host);
    const ofQuote = paymentInstructions.map((one) => one.accountOrWalletInfo?.payloadToSign).find((one) => one !== undefined);
    const payload = required(payloadToSign ?? ofQuote, 'payloadToSign');
    const headers = {
      'Service-Wallet-Signature': stamp({ key, text: payload }).signature,
      ...(requestId !== undefined && { 'Request-Id': requestId }),
    };
    print.result(headers, () => Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  },
});

export const keysSession = command({
  name: 'keys session',
  summary: 'Open the session key that the platform encrypted to a key',
  details: ['Reads the session, whose clientPublicKey was uncompressed, from standard input.'],
  options: { key: keyOption },
  examples: ['keys session --key key.json < session.json > session-key.json'],
  run: async ({ print, text, host }) => {
    const { openSession } = await device();
    const key = fileIn<DeviceKey>(host, text('key'));
    const { encryptedSessionSigningKey } = await responseIn<{ encryptedSessionSigningKey: string }>(host);
    const opened = await openSession({ key, sealed: required(encryptedSessionSigningKey, 'encryptedSessionSigningKey') });
    print.result(opened, () => [JSON.stringify(opened)]);
  },
});

export const keysExport = command({
  name: 'keys export',
  summary: 'Open the recovery phrase of an exported wallet',
  details: ['Reads the response of POST /internal-accounts/{id}/export from standard input. Does not check who signed it.'],
  options: { key: keyOption },
  examples: ['keys export --key key.json < exported.json'],
  run: async ({ print, text, host }) => {
    const { openExport } = await device();
    const key = fileIn<DeviceKey>(host, text('key'));
    const { encryptedWalletCredentials } = await responseIn<{ encryptedWalletCredentials: string }>(host);
    const opened = await openExport({ key, envelope: required(encryptedWalletCredentials, 'encryptedWalletCredentials') });
    print.result(opened, () => [opened.phrase]);
  },
});

export const keysToken = command({
  name: 'keys token',
  summary: 'Create an ID token of a sign-in provider, which only the sandbox accepts',
  options: {
    key: { ...keyOption, description: 'for a token that opens a session of this key' },
    subject: { value: 'ID', description: 'the user at the provider; user-1 if absent' },
  },
  examples: ['keys token', 'keys token --key key.json --subject ada'],
  run: async ({ print, text, host }) => {
    const { idToken } = await device();
    const [file, subject] = [text('key'), text('subject')];
    const { publicKey } = file === undefined ? {} : fileIn<Partial<DeviceKey>>(host, file);
    const made = idToken({ ...(publicKey !== undefined && { publicKey }), ...(subject !== undefined && { subject }) });
    print.result(made, () => [made.token]);
  },
});
