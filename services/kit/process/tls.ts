// TLS of a process: the certificate of its doors, and the certificate authorities (CAs) that it trusts.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Meter } from '@opentelemetry/api';
import type { Log } from '../core/log.ts';
import { openCertificate, type ServerCertificate } from '../rpc/certificate.ts';
import { type FollowedFiles, followFiles, readTexts } from '../rpc/followed-files.ts';
import type { TlsSettings } from './config-values.ts';

export interface Tls {
  /** Absent: the doors do not encrypt. */
  readonly certificate?: ServerCertificate;
  close(): Promise<void>;
}

/** Throws an error for the operator if a file is invalid. */
export async function openTls({ files, caFile }: TlsSettings, log: Log): Promise<Tls> {
  const trusted = caFile === undefined ? undefined : await trustAuthorities(caFile, log);
  const certificate = files && (await openCertificate(files, log));
  const close = async () => {
    await trusted?.close();
    await certificate?.close();
  };
  return { ...(certificate && { certificate }), close };
}

const publicAuthorities = getCACertificates('default');

/** All new connections of this process accept certificates of these authorities too. They change with the file. */
export async function trustAuthorities(file: string, log: Log): Promise<FollowedFiles> {
  const trust = ([text = '']: readonly string[]) => setDefaultCACertificates([...publicAuthorities, ...certificatesIn(text)]);
  const texts = await readTexts([file]);
  trust(texts);
  return followFiles({ files: [file], texts, changed: trust, log });
}

function certificatesIn(text: string): string[] {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  if (certificates.length === 0) throw new Error('TLS_CA_FILE does not contain certificates in PEM.');
  return certificates;
}

/** Registers the gauge of its expiry. */
export function observeCertificate(meter: Meter, certificate: Pick<ServerCertificate, 'expiresAt'>): void {
  const description = 'When the certificate of the doors expires, in seconds since 1970.';
  meter.createObservableGauge('payments_tls_certificate_expiry_timestamp_seconds', { description }).addCallback((result) => {
    result.observe(Math.floor(certificate.expiresAt().getTime() / 1_000));
  });
}
