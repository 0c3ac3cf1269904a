// A folder of a shell in which `payments keys` acts as the device of a wallet's holder.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RestAnswer, Verb } from '../kit/rest.ts';
import { firstCredential, walletOf } from '../kit/wallet-holder.ts';
import type { CliWorld } from './cli-world.ts';

interface SignedCall {
  readonly method: Verb;
  readonly path: string;
  readonly body: object;
}

export function deviceIn(world: CliWorld) {
  const folder = mkdtempSync(join(world.dataDir, 'keys-'));

  /** Runs `keys …` with a response on standard input. */
  const keys = (args: readonly string[], input?: unknown) =>
    world.json(['keys', ...args], { folder, environment: {}, ...(input !== undefined && { input: JSON.stringify(input) }) });

  /** Saves what a command prints, as `> file` does. */
  async function save(file: string, args: readonly string[], input?: unknown) {
    const content = await keys(args, input);
    writeFileSync(join(folder, file), JSON.stringify(content));
    return content;
  }

  /** A call, and its repetition with the signature of a key. */
  async function signed(file: string, { method, path, body }: SignedCall): Promise<RestAnswer> {
    const asked = await world.rest(method, path, { body });
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    return world.rest(method, path, { body, headers: await keys(['sign', '--key', file], asked.body) });
  }

  /** A wallet with a session of `key.json`. */
  async function newWallet() {
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com' };
    const { body: customer } = await world.rest('POST', '/customers', { body: person });
    const { id: accountId }: { id: string } = await walletOf(world, customer.id);
    const email = `/auth/credentials/${await firstCredential(world, accountId)}`;
    const { body: challenged } = await world.rest('POST', `${email}/challenge`, { body: {} });
    await save('key.json', ['new']);
    const proof = await keys(['code', '--key', 'key.json'], challenged);
    const session = await signed('key.json', { method: 'POST', path: `${email}/verify`, body: proof });
    expect(session.body).toMatchObject({ type: 'EMAIL_OTP' });
    return { accountId, challenged };
  }

  return { folder, keys, save, signed, newWallet };
}
