// Certificates of doors, as their clients see them.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** When the certificate at an address expires. Undefined if it is not encrypted. Throws if nothing answers there. */
export async function certificateExpiry(address: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  // An expired certificate is read too. Nothing is sent over this connection.
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
    timeout: answerMsMax,
  });
  socket.once('timeout', () => socket.destroy(new Error(`${address} does not answer.`)));
  await once(socket, 'secureConnect');
  const expiry = socket.getPeerX509Certificate()?.validToDate;
  socket.destroy();
  return expiry;
}

const answerMsMax = 5_000;
