// The layout of pages for developers.
import { type Html, html } from '../hosted/html.ts';
import { iconPath, stylePath } from '../hosted/layout.ts';

export const developersStylePath = '/pages/developers.css';

/** `path`: of the page. Links are relative, so that they work behind any proxy. */
export function developersPage({ title, path, body }: { title: string; path: string; body: Html }): Html {
  const base = baseOf(path);
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="${base}${stylePath}">
  <link rel="stylesheet" href="${base}${developersStylePath}">
  <link rel="icon" type="image/svg+xml" href="${base}${iconPath}">
</head>
<body><main class="wide">${body}</main></body>
</html>
`;
}

/** The relative path from a page to the root: `..` for `/docs/guides`. */
export function baseOf(path: string): string {
  return ['.', ...Array.from({ length: path.split('/').length - 2 }, () => '..')].join('/');
}
