// Decodes base64url and JSON from clients. Undefined for invalid text.

/** Node's decoder ignores invalid characters, so the bytes are encoded again and compared. Padding is accepted. */
export function bytesOf(text: string): Buffer | undefined {
  const bare = text.replace(/={1,2}$/, '');
  const bytes = Buffer.from(bare, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === bare ? bytes : undefined;
}

/** The JSON object in these bytes, as UTF-8. */
export function objectIn(bytes: Uint8Array | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
