// Headers for browsers and caches. Pages and public documents override them.

export type AnswerHeaders = Readonly<Record<string, string>>;

/** `publicUrl`: public URL of the installation. If it is https, browsers use only https from then on. */
export function answerHeaders(publicUrl: string): AnswerHeaders {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
