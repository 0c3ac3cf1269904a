// An example of a key management service, in a process of its own: decrypts like the transit engine of Vault, for one token.
import { createDecipheriv } from 'node:crypto';
import { createServer } from 'node:http';

const { KMS_TOKEN: token, KMS_ROOT_KEY: rootKey = '' } = process.env;

/** `vault:v1:` and, in base64, nonce (12), tag (16) and ciphertext. */
function decrypted(ciphertext: string): Buffer {
  const bytes = Buffer.from(ciphertext.replace(/^vault:v1:/, ''), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(rootKey, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const answer = (status: number, content: object) => response.writeHead(status).end(JSON.stringify(content));
  if (request.headers.authorization !== `Bearer ${token}`) return answer(403, { errors: ['permission denied'] });
  try {
    return answer(200, { data: { plaintext: decrypted(JSON.parse(body).ciphertext).toString('base64') } });
  } catch {
    return answer(400, { errors: ['invalid ciphertext'] });
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/v1/transit/decrypt/payments`);
});
