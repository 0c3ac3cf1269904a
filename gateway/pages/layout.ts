// What every page has in common.
import { type Html, html } from './html.ts';

/** Where the style sheet of all pages is; they are all one step below the root, wherever a proxy has put that. */
export const stylePath = '/pages/style.css';

export function layout(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="..${stylePath}">
</head>
<body><main>${body}</main></body>
</html>
`;
}

/** A page that only says something. */
export function messagePage(title: string, text: string): Html {
  return layout(title, html`<h1>${title}</h1><p class="lead">${text}</p>`);
}
