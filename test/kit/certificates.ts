// Certificates of a CA of the tests, as files.
import 'reflect-metadata'; // oxlint-disable-line import/no-unassigned-import -- required by @peculiar/x509
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { CertificateFiles } from '../../services/kit/rpc/certificate.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'payments-certificates-'));

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const serialNumber = () => `01${randomBytes(8).toString('hex')}`;
const validFor = (days: number) => {
  const now = Date.now();
  return { notBefore: new Date(now - 2 * dayMs), notAfter: new Date(now + days * dayMs) };
};

const authorityKeys = await newKeys();
const authority = await X509CertificateGenerator.createSelfSigned(
  {
    serialNumber: serialNumber(),
    name: 'CN=Tests',
    ...validFor(365),
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  },
  crypto,
);

/** The certificate of the CA. */
export const caFile = fileWith(authority.toString('pem'));

/** A new certificate for this machine. A negative number of days: it has expired. */
export async function newCertificate(days = 90): Promise<CertificateFiles> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: 'CN=127.0.0.1',
      issuer: authority.subject,
      ...validFor(days),
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'dns', value: 'localhost' },
        ]),
      ],
    },
    crypto,
  );
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { certFile: fileWith(certificate.toString('pem')), keyFile: fileWith(key) };
}

export function fileWith(text: string): string {
  const file = join(folder, randomUUID());
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return file;
}
