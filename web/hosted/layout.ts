// The layout of all pages.
import type { Brand } from '../../gen/payments/common/v1/brand_pb.ts';
import { type Html, html } from './html.ts';

export const stylePath = '/pages/style.css';

export const iconPath = '/pages/icon.svg';

interface Frame {
  /** The platform of the customer. */
  readonly brand?: Brand | undefined;
  /** The relative path from the page to the root, wherever a proxy has put that. Default: one step up. */
  readonly base?: string;
}

export function layout(title: string, body: Html, { brand, base = '..' }: Frame = {}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="${base}${stylePath}">
  <link rel="icon" type="image/svg+xml" href="${base}${iconPath}">
</head>
<body>${brand && header(brand)}<main>${body}</main></body>
</html>
`;
}

/** Next to a name the logo is decoration, which screen readers skip. */
function header({ name, logoUrl }: Brand): Html {
  if (name === undefined && logoUrl === undefined) return html``;
  return html`<header class="brand">${logoUrl !== undefined && html`<img src="${logoUrl}" alt="${name === undefined ? 'Logo' : ''}">`}
    ${name !== undefined && html`<span>${name}</span>`}</header>`;
}

/** A page with a short message. */
export function messagePage(title: string, text: string, brand?: Brand): Html {
  return layout(title, html`<h1>${title}</h1><p class="lead">${text}</p>`, { brand });
}
