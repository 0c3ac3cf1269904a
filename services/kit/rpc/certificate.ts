// The certificate of the doors, from two files. New files take effect for new connections, without a restart.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { createSecureContext, createServer, type SecureContextOptions, type Server as TlsServer } from 'node:tls';
import { wall } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type FollowedFiles, followFiles, readTexts } from './followed-files.ts';

export interface CertificateFiles {
  /** `TLS_CERT_FILE`: the certificate, then those of its issuers, in PEM. */
  readonly certFile: string;
  /** `TLS_KEY_FILE`: its private key, in PEM. */
  readonly keyFile: string;
}

export interface ServerCertificate extends FollowedFiles {
  /** Of new servers. */
  options(): SecureContextOptions;
  /** Lets a server use each later certificate. */
  follow(server: TlsServer): void;
  expiresAt(): Date;
}

/** Of the TLS handshake. */
export const handshakeMsMax = 10_000;

/** Throws an error for the operator if the files are invalid. Later, invalid files are logged, and not used. */
export async function openCertificate({ certFile, keyFile }: CertificateFiles, log: Log): Promise<ServerCertificate> {
  const files = [certFile, keyFile];
  const texts = await readTexts(files);
  const servers = new Set<TlsServer>();
  let pair = pairOf(texts);
  const changed = (next: readonly string[]) => {
    pair = pairOf(next);
    for (const server of servers) server.setSecureContext(pair.options);
    log.info({ certFile, expiresAt: pair.expiresAt }, 'New connections use another certificate.');
  };
  return {
    options: () => pair.options,
    follow: (server) => {
      servers.add(server);
      server.once('close', () => servers.delete(server));
    },
    expiresAt: () => pair.expiresAt,
    ...followFiles({ files, texts, changed, log }),
  };
}

function pairOf([cert = '', key = '']: readonly string[]) {
  const certificate = orThrow('TLS_CERT_FILE does not contain a certificate in PEM.', () => new X509Certificate(cert));
  const privateKey = orThrow('TLS_KEY_FILE does not contain a private key in PEM without a passphrase.', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error('The private key of TLS_KEY_FILE does not belong to the certificate of TLS_CERT_FILE.');
  const { validFromDate, validToDate } = certificate;
  const now = wall.now();
  if (validToDate < now) throw new Error(`The certificate of TLS_CERT_FILE expired at ${validToDate.toISOString()}.`);
  if (validFromDate > now)
    throw new Error(`The certificate of TLS_CERT_FILE is not valid before ${validFromDate.toISOString()}.`);
  const options: SecureContextOptions = { cert, key, minVersion: 'TLSv1.2' };
  orThrow('TLS_CERT_FILE and TLS_KEY_FILE cannot be used.', () => createSecureContext(options));
  return { options, expiresAt: validToDate };
}

function orThrow<T>(problem: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}

/** Passes on connections when they are encrypted. Without a certificate it passes them on as they are. */
export function encrypting(certificate: ServerCertificate | undefined, handOn: (socket: Socket) => void) {
  if (!certificate) return handOn;
  const options = { ...certificate.options(), ALPNProtocols: ['h2'], handshakeTimeout: handshakeMsMax };
  const server = createServer(options, handOn);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  certificate.follow(server);
  return (socket: Socket) => void server.emit('connection', socket);
}
