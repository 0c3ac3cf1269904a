// A process with TLS: its settings, the calls of another process, and the operator's command line.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { silent } from '../../services/kit/core/log.ts';
import { trustAuthorities } from '../../services/kit/process/tls.ts';
import { caFile, newCertificate } from '../kit/certificates.ts';
import { internalAt } from '../kit/internal-at.ts';
import { runProcess, startProcess, token } from '../kit/launch.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
const folder = mkdtempSync(join(tmpdir(), 'payments-tls-process-'));
const { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE } = await newCertificate(10);
const publicAuthorities = getCACertificates('default');
afterAll(() => {
  setDefaultCACertificates(publicAuthorities);
  rmSync(folder, { recursive: true, force: true });
});

test('a process with a wrong certificate does not start, and says why', async () => {
  const { keyFile } = await newCertificate();

  const { code, output } = await runProcess({ env: { DATABASE_URL, DATA_DIR: folder, TLS_CERT_FILE, TLS_KEY_FILE: keyFile } });

  expect([code, output.trim()]).toEqual([
    1,
    'The private key of TLS_KEY_FILE does not belong to the certificate of TLS_CERT_FILE.',
  ]);
});

test('a process with a certificate serves REST, other processes and operators who trust its authority', async () => {
  const { origin, rpc, end } = await startProcess({ env: { DATABASE_URL, TLS_CERT_FILE, TLS_KEY_FILE } });
  const operator = { MASTER_KEY: '07'.repeat(32), OPS_URL: `https://${rpc}`, OPS_CREDENTIAL: join(folder, 'operator.json') };
  const ops = (...args: readonly string[]) =>
    runProcess({ main: 'tools/payments/main.ts', args: ['ops', ...args], env: { ...operator, TLS_CA_FILE: caFile } });
  const trusted = await trustAuthorities(caFile, silent);

  const config = await fetch(`${origin}/2025-10-13/config`, { headers: { authorization: token } });
  const inside = await internalAt(
    PlatformService,
    `https://${rpc.replace('127.0.0.1', 'localhost')}`,
    '01900000-0000-7000-8000-000000000001',
  ).getConfig({});
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const init = await ops('init', '--name', 'ada');
  const doctor = await ops('doctor', '--json');
  await trusted.close();
  await end();

  expect([config.status, config.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  expect(inside.id).toBeDefined();
  const [, seconds] = /^payments_tls_certificate_expiry_timestamp_seconds(?:\{\})? (\S+)$/m.exec(metrics) ?? [];
  expect(Math.round((Number(seconds) * 1_000 - Date.now()) / 86_400_000)).toBe(10);
  expect([init.code, doctor.code]).toEqual([0, 1]);
  expect(doctor.output).toContain('The certificate expires at ');
  expect(doctor.output).toContain('Replace TLS_CERT_FILE and TLS_KEY_FILE.');
});
