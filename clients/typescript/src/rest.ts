// Requests by REST.
import type { AnyOperation, Parts } from './operation.ts';
import type { OpenTransport } from './transport.ts';

const version = '2025-10-13';

/** Reads each response completely: a connection can also end in the middle of it. */
export const rest: OpenTransport = ({ baseUrl, fetch }) => {
  const root = `${baseUrl.replace(/\/$/, '')}/${version}`;
  return async ({ operation, input, headers, signal }) => {
    const { body, isJson } = contentOf(input);
    if (isJson) headers.set('content-type', 'application/json');
    const request = { method: operation.verb, headers, signal, ...(body !== undefined && { body }) };
    const response = await fetch(urlOf(root, operation, input), request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
};

function urlOf(root: string, { path: template }: AnyOperation, { path = {}, query = {} }: Parts): string {
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const url = new URL(root + filled);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  return url.href;
}

function contentOf({ body }: Parts): { readonly body?: string | FormData; readonly isJson: boolean } {
  if (body === undefined) return { isJson: false };
  return body instanceof FormData ? { body, isJson: false } : { body: JSON.stringify(body), isJson: true };
}
