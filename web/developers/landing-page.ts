// The page at the root: what runs here, its addresses, and a first call.
import type { Environment } from '../../services/kit/core/caller.ts';
import type { ConsoleKind } from '../../services/kit/process/config-values.ts';
import { type Html, html } from '../hosted/html.ts';
import { developersPage } from './layout.ts';

export interface Landing {
  readonly version: string;
  readonly mode: Environment;
  /** Public URL of the installation, as the visitor knows it. */
  readonly origin: string;
  /** Path of the contract's version. */
  readonly prefix: string;
  /** Host and port of gRPC. */
  readonly rpcAddress: string;
  /** Shown to the owner of a sandbox. */
  readonly credentials: Shown | undefined;
  readonly hasExplorer: boolean;
  /** Who signs in to it. */
  readonly console: ConsoleKind;
}

interface Shown {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function landingPage(landing: Landing): Html {
  const { version, mode, origin, prefix, rpcAddress, credentials, hasExplorer, console } = landing;
  const body = html`
<h1>Payments platform</h1>
<p class="lead">Version ${version} runs here in ${mode} mode.${mode === 'sandbox' && ' No real money moves.'}</p>
<nav aria-label="Documentation"><ul class="links">
  ${hasExplorer && html`<li><a href="./docs">API explorer</a>: every operation, with examples and a client</li>`}
  ${consoles[console]}
  <li><a href="./docs/guides">Guides</a>: first payment, sandbox, webhooks, errors</li>
  <li><a href="./openapi.json">OpenAPI document</a>: for generators of clients</li>
  <li><a href="./llms.txt">llms.txt</a>: the guides for coding agents</li>
</ul></nav>
<section aria-labelledby="try"><h2 id="try">Make a call</h2>
<pre tabindex="0"><code class="copied">${callOf(landing)}</code></pre>
${!credentials && html`<p class="hint">Replace the user name and password by those of an API token.</p>`}</section>
<section aria-labelledby="addresses"><h2 id="addresses">Addresses</h2>
<dl>
  ${row('REST', origin + prefix)}${row('Connect, gRPC-Web', origin)}${row('gRPC', rpcAddress)}
  ${row('Keys of webhooks', `${origin}/.well-known/webhook-public-key.pem`)}
</dl></section>
${credentials && credentialsOf(credentials)}`;
  return developersPage({ title: 'Payments platform', path: '/', body });
}

const consoles: Readonly<Record<ConsoleKind, Html | false>> = {
  off: false,
  platform: html`<li><a href="./console">Console</a>: requests, payments, webhooks and the clock of the sandbox, live</li>`,
  operator: html`<li><a href="./console">Console</a>: payments, customers and webhooks of a platform, for operators</li>`,
};

function callOf({ origin, prefix, credentials }: Landing): string {
  const user = credentials ? `${credentials.clientId}:${credentials.clientSecret}` : 'CLIENT_ID:CLIENT_SECRET';
  return `curl -u ${user} ${origin}${prefix}/config`;
}

function credentialsOf({ clientId, clientSecret }: Shown): Html {
  return html`<section aria-labelledby="credentials"><h2 id="credentials">Sandbox credentials</h2>
<dl>${row('Client id', clientId)}${row('Client secret', clientSecret)}</dl>
<p class="hint">Shown only on the machine where the sandbox runs.</p></section>`;
}

/** A click selects the whole value. */
function row(name: string, value: string): Html {
  return html`<div><dt>${name}</dt><dd><code class="copied">${value}</code></dd></div>`;
}
