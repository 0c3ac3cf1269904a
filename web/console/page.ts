// The page of the console: an empty frame for its script.
import { type Html, html } from '../hosted/html.ts';
import { iconPath, stylePath } from '../hosted/layout.ts';

export const consolePath = '/console';
export const consoleScriptPath = '/console/app.js';
export const consoleStylePath = '/console/app.css';

export interface ConsolePage {
  /** Path of the contract's version. */
  readonly prefix: string;
  /** Who signs in. */
  readonly visitor: 'platform' | 'operator';
  /** Of the sandbox, for its owner. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string } | undefined;
}

/** Addresses are relative, so that they work behind any proxy. */
export function consolePage({ prefix, visitor, credentials }: ConsolePage): Html {
  const settings = JSON.stringify({ prefix: `.${prefix}`, visitor, credentials });
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Console</title>
  <link rel="stylesheet" href=".${stylePath}">
  <link rel="stylesheet" href=".${consoleStylePath}">
  <link rel="icon" type="image/svg+xml" href=".${iconPath}">
  <script type="module" src=".${consoleScriptPath}"></script>
</head>
<body data-settings="${settings}"><noscript><main><p>The console requires JavaScript.</p></main></noscript></body>
</html>
`;
}

/** Scripts and calls of this origin only. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
