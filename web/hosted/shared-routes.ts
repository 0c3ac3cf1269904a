// Resources of all pages, and pages without a customer: the style sheet, the icon, and the default end-user terms.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import { html } from './html.ts';
import { iconPath, layout, stylePath } from './layout.ts';
import { sendPage } from './send-page.ts';

/** `get` registers a read-only route. */
export function registerSharedRoutes(get: (url: string, handler: RouteHandlerMethod) => void): void {
  const assets = [
    { path: stylePath, file: 'style.css', type: 'text/css; charset=utf-8' },
    { path: iconPath, file: 'icon.svg', type: 'image/svg+xml' },
  ];
  for (const { path, file, type } of assets) {
    const content = readFileSync(join(import.meta.dirname, file), 'utf8');
    get(path, async (_, reply) => reply.type(type).header('cache-control', 'public, max-age=3600').send(content));
  }
  get('/end-user-terms', async (_, reply) => sendPage(reply, 200, noTerms));
}

/** The page of version `V1` of the terms, if the operator has published none. */
const noTerms = layout(
  'End-user terms',
  html`<h1>End-user terms</h1>
    <p class="lead">No end-user terms have been published here yet. Ask the company whose service you use for its terms.</p>`,
  { base: '.' },
);
