// HTML templates that escape all external text.

/** Markup that is safe to send. Created by `html` only. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** html`<p>${name}</p>`: values are escaped unless they are `Html`. Lists are joined; undefined and false render nothing. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(pieces.reduce((text, piece, index) => text + textOf(parts[index - 1]) + piece));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? '');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
