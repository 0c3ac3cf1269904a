// HTTP endpoints of the operator that receive JSON.

/** User name and password in the address are sent as Basic authentication. */
export function hookOf(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  url.username = '';
  url.password = '';
  return { url: url.href, headers: { 'content-type': 'application/json', ...authorization } };
}
