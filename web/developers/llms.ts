// The list of guides for coding agents, in the format of llmstxt.org.
import { guides, guidesPath } from './guides.ts';

/** `origin`: public URL of the installation. */
export function llmsText(origin: string): string {
  const all = [...guides().values()];
  const isOptional = (file: string) => !file.startsWith('docs/') || file.startsWith('docs/decisions/');
  const lines = (optional: boolean) =>
    all
      .filter(({ file, path }) => isOptional(file) === optional && path !== guidesPath)
      .map(({ title, path, summary }) => `- [${title}](${origin}${path}.md): ${summary}`);
  const start = guides().get(guidesPath);
  return [
    `# ${start?.title ?? 'Payments platform'}`,
    '',
    `> ${start?.summary ?? ''}`,
    '',
    `The [OpenAPI document](${origin}/openapi.json) describes every operation. [First payment](${origin}${guidesPath}.md)`,
    '',
    '## Guides',
    '',
    ...lines(false),
    '',
    '## Optional',
    '',
    ...lines(true),
    '',
  ].join('\n');
}
