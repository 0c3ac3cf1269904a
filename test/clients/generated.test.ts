// Clients in other languages: generated from the output of `npm run protos` with the installed tools, and called.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { startWorld } from '../kit/platform.ts';
import { blocksOf } from '../kit/walk.ts';

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'payments-protos-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const out = join(scratch, 'client');
execFileSync('node', [join(root, 'tools/write-protos.ts'), '--out', out]);

const run = promisify(execFile);
/** What calls to one service need; the whole set takes long. */
const customers = ['--path', 'proto/payments/customers/v1/customer.proto', '--include-imports'];
const generate = (language: string) =>
  run('buf', ['generate', '--template', `buf.gen.${language}.yaml`, ...customers], { cwd: out });

test('a TypeScript client can be generated from the written protos alone', async () => {
  await generate('typescript');

  expect(existsSync(join(out, 'gen/typescript/payments/customers/v1/customer_pb.ts'))).toBe(true);
});

test('a non-empty folder is left alone', () => {
  const again = spawnSync('node', [join(root, 'tools/write-protos.ts'), '--out', out], { encoding: 'utf8' });

  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
});

test('the Python client of its README creates a customer, reads it, and gets refusals as gRPC statuses', async (context) => {
  const python = ['/usr/bin/python3', 'python3'].find(
    (name) => spawnSync(name, ['-c', 'import grpc, google.protobuf']).status === 0,
  );
  if (!python || spawnSync('protoc', ['--version']).status !== 0)
    return context.skip('python3-grpcio, python3-protobuf and protobuf-compiler are not installed.');
  const { running, wall, clientId, clientSecret } = await startWorld();
  const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const { any } = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
  const door = { running, host: '127.0.0.1', port: 0, authenticate: any, isReady: () => true, log: silent };
  const server = await startRpcServer(door);
  atEndOfFile(() => server.close());

  await generate('python');
  const [program = ''] = blocksOf('clients/python/README.md', 'python');
  const script = program.replace('127.0.0.1:9090', new URL(server.address).host);
  const { stdout } = await run(python, ['-c', script, clientId, clientSecret], { cwd: out });

  expect(stdout.trim().split('\n')).toEqual(['Ada Lovelace', 'NOT_FOUND']);
});
