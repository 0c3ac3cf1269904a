// TLS on both ports, with certificates that are replaced while the platform runs.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.ts';
import { silent } from '../../services/kit/core/log.ts';
import { trustAuthorities } from '../../services/kit/process/tls.ts';
import { type CertificateFiles, openCertificate } from '../../services/kit/rpc/certificate.ts';
import { caFile, fileWith, newCertificate } from '../kit/certificates.ts';
import { log, loggedErrors } from '../kit/log.ts';
import { startWorld } from '../kit/platform.ts';
import { openGrpcDoor } from '../kit/rpc-doors.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-tls-'));
const mounted = { certFile: join(folder, 'current/tls.crt'), keyFile: join(folder, 'current/tls.key') };

/** Replaces the files as Kubernetes does: by the swap of a link. */
function mount({ certFile, keyFile }: CertificateFiles): void {
  const next = mkdtempSync(join(folder, 'mounted-'));
  writeFileSync(join(next, 'tls.crt'), readFileSync(certFile));
  writeFileSync(join(next, 'tls.key'), readFileSync(keyFile));
  symlinkSync(next, join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'current'));
}

mount(await newCertificate());
const certificate = await openCertificate(mounted, log);
const publicAuthorities = getCACertificates('default');
const trusted = await trustAuthorities(caFile, silent);
const world = await startWorld({ certificate });
const grpc = await openGrpcDoor(world, certificate);
const rest = (await world.app.listen({ host: '127.0.0.1', port: 0 })).replace('http:', 'https:'); // Fastify reports the scheme of its own servers
afterAll(async () => {
  setDefaultCACertificates(publicAuthorities);
  await Promise.all([certificate.close(), trusted.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const ports = [
  ['REST', rest, 'http/1.1'],
  ['gRPC', grpc, 'h2'],
] as const;

async function open(address: string) {
  const { hostname: host, port } = new URL(address);
  const socket = connect({ host, port: Number(port), ALPNProtocols: ['h2', 'http/1.1'] });
  await once(socket, 'secureConnect');
  return socket;
}

/** Of the certificate that a new connection gets. */
async function serialAt(address: string): Promise<string | undefined> {
  const socket = await open(address);
  const serial = socket.getPeerX509Certificate()?.serialNumber;
  socket.destroy();
  return serial;
}

const serialsNow = () => Promise.all(ports.map(([, address]) => serialAt(address)));
const livez = async () => (await fetch(`${rest}/livez`)).status;

test.each(ports)('the port of %s encrypts, and speaks the protocol that it speaks in clear', async (_, address, protocol) => {
  const socket = await open(address);

  expect([socket.authorized, socket.alpnProtocol, socket.getProtocol()]).toEqual([true, protocol, 'TLSv1.3']);
  socket.destroy();
});

test('both ports answer over TLS', async () => {
  const health = createClient(Health, createGrpcTransport({ baseUrl: grpc }));

  expect(await livez()).toBe(200);
  expect((await health.check({})).status).toBe(Status.SERVING);
});

test.each(ports)('the port of %s closes connections that are not encrypted, without an answer', async (_, address) => {
  const { hostname, port } = new URL(address);
  const socket = connectPlain(Number(port), hostname).on('error', () => undefined);

  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  const bytes: Buffer[] = [];
  for await (const chunk of socket) bytes.push(chunk);

  expect(Buffer.concat(bytes).toString('latin1')).not.toContain('HTTP');
});

test('files that were swapped take effect for new connections, and open ones stay', async () => {
  const before = await serialsNow();
  const socket = await open(rest);
  mount(await newCertificate(30));

  await certificate.refresh();
  const after = await serialsNow();
  socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = await once(socket, 'data');
  socket.destroy();

  expect(new Set([...before, ...after]).size).toBe(2);
  expect(after[0]).toBe(after[1]);
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  const days = (certificate.expiresAt().getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

const other = await newCertificate();
const expired = await newCertificate(-1);
const garbage = fileWith('no certificate');
const invalid = [
  ['a key of another certificate', { ...other, keyFile: mounted.keyFile }, 'does not belong to the certificate'],
  ['an expired certificate', expired, 'The certificate of TLS_CERT_FILE expired at '],
  ['a certificate that is not PEM', { ...other, certFile: garbage }, 'TLS_CERT_FILE does not contain a certificate in PEM.'],
  ['a key that is not PEM', { ...other, keyFile: garbage }, 'TLS_KEY_FILE does not contain a private key in PEM'],
] as const;

test.each(invalid)('%s is refused at the start', async (_, files, problem) => {
  await expect(openCertificate(files, silent)).rejects.toThrow(problem);
});

test.each(invalid)('%s is kept out later, reported once, and replaced by the next valid pair', async (_, files, problem) => {
  const errors = loggedErrors();
  const before = await serialsNow();

  mount(files);
  await certificate.refresh();
  await certificate.refresh();
  const meanwhile = await serialsNow();
  mount(await newCertificate());
  await certificate.refresh();
  const after = await serialsNow();

  expect(meanwhile).toEqual(before);
  expect(after).not.toEqual(before);
  expect(errors.map(({ fields }) => String(fields.err))).toEqual([expect.stringContaining(problem)]);
});

test('a certificate of an unknown authority is refused by our own clients', async () => {
  setDefaultCACertificates(publicAuthorities);

  await expect(serialAt(grpc)).rejects.toThrow('certificate');
  setDefaultCACertificates([...publicAuthorities, readFileSync(caFile, 'utf8')]);
  await expect(serialAt(grpc)).resolves.toBeDefined();
});
