// A key management service (KMS) by HTTP, as the transit engine of Vault and OpenBao serves it.

export interface KmsSettings {
  /** Decrypts with the key of the operator: `https://vault:8200/v1/transit/decrypt/payments`. */
  readonly url: string;
  readonly token: string;
}

/** Decrypts a master key. */
export type Unwrap = (wrapped: string) => Promise<Buffer>;

/** Its errors name the service and never the key. */
export function httpKms({ url, token }: KmsSettings): Unwrap {
  return async (wrapped) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ciphertext: wrapped }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new Error(`${failure} It does not answer at ${new URL(url).host}.`, { cause });
    });
    if (!answer.ok)
      throw new Error(`${failure} It answers with status ${answer.status}. Check KMS_URL, KMS_TOKEN and MASTER_KEY.`);
    return Buffer.from(plaintextIn(await answer.json().catch(() => undefined)), 'base64');
  };
}

const failure = 'The KMS could not decrypt MASTER_KEY.';
const timeoutMs = 10_000;

function plaintextIn(body: unknown): string {
  const plaintext = (body as { data?: { plaintext?: unknown } } | undefined)?.data?.plaintext;
  if (typeof plaintext !== 'string') throw new Error(`${failure} Its response has no data.plaintext.`);
  return plaintext;
}
