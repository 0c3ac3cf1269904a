// What browsers and caches may do with an answer. Pages and public documents set what they need otherwise.

export type AnswerHeaders = Readonly<Record<string, string>>;

/** `publicUrl`: where the installation is reached; browsers that came by https once come by nothing else from then on. */
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
