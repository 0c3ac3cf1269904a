// A guide as HTML: links lead to other guides, headings can be linked to, and wide content scrolls by itself.
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { Html, html } from '../hosted/html.ts';
import { type Guide, guidePathOf, guides, guidesPath } from './guides.ts';
import { baseOf, developersPage } from './layout.ts';
import { slugOf } from './slug.ts';

export function guidePage(guide: Guide): Html {
  const { title, path } = guide;
  const base = baseOf(path);
  const top = path === guidesPath ? '' : html` <a href="${base}${guidesPath}">Guides</a>`;
  const body = html`<nav aria-label="Pages"><a href="${base}/">Start</a>${top} <a href="${base}${path}.md">Markdown</a></nav>
<article>${new Html(rendererOf(guide).parse(guide.markdown, { async: false }))}</article>`;
  return developersPage({ title, path, body });
}

function rendererOf(guide: Guide): Marked {
  const slugs = new Map<string, number>();
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${slugOf(text, slugs)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = targetOf(href, guide);
        return target === undefined ? text : html`<a href="${target}">${new Html(text)}</a>`.text;
      },
      code({ text }: Tokens.Code) {
        return html`<pre tabindex="0"><code>${text}</code></pre>`.text;
      },
    },
    hooks: {
      postprocess: (page) =>
        page.replaceAll('<table>', '<div class="scroll" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
}

/** The address of a link, relative to the guide. Undefined for files that are not served. */
function targetOf(href: string, guide: Guide): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const linked = guidePathOf(posix.join(posix.dirname(guide.file), file));
  if (!guides().has(linked)) return undefined;
  return baseOf(guide.path) + linked + (anchor === undefined ? '' : `#${anchor}`);
}
