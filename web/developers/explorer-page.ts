// The API explorer: Scalar's, served from its package.
import Fastify from 'fastify';
import { type Html, html } from '../hosted/html.ts';
import { iconPath } from '../hosted/layout.ts';

export const explorerPath = '/docs';
export const explorerScriptPath = '/docs/explorer.js';

/** The library reads its settings from the element `api-reference`. Nothing is loaded from, or reported to, other hosts. */
export function explorerPage(credentials: { clientId: string; clientSecret: string } | undefined): Html {
  const basic = credentials && { username: credentials.clientId, password: credentials.clientSecret };
  const settings = {
    ...(basic && { authentication: { preferredSecurityScheme: 'BasicAuth', securitySchemes: { BasicAuth: basic } } }),
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    telemetry: false,
    withDefaultFonts: false,
  };
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API explorer</title>
  <link rel="icon" type="image/svg+xml" href=".${iconPath}">
</head>
<body>
  <script id="api-reference" data-url="./openapi.json" data-configuration="${JSON.stringify(settings)}"></script>
  <script src=".${explorerScriptPath}"></script>
</body>
</html>
`;
}

/** Scripts of the package only. The library styles its elements at run time. */
export const explorerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The script of the library. Its package is large, so it is loaded at the first visit. */
export async function explorerScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return rawPayload;
}
