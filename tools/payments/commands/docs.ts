// `docs`: finds sections of the guides, without a platform.
import { guides } from '../../../web/developers/guides.ts';
import { slugOf } from '../../../web/developers/slug.ts';
import { command } from '../command.ts';

interface Section {
  /** Of the file in the project, with the anchor: `docs/sandbox.md#time`. */
  readonly place: string;
  readonly heading: string;
  readonly text: string;
}

const shownSections = 5;
const shownLines = 3;

export const docs = command({
  name: 'docs',
  summary: 'Find sections of the documentation',
  details: ['Lists the sections that contain all words, the best match first. With --json, each with its text.'],
  parameters: [{ name: 'query', description: 'words', isRepeated: true }],
  examples: ['docs returned payment', 'docs webhook signature', 'docs idempotency --json'],
  run: async ({ print, parameters }) => {
    const words = parameters.flatMap((parameter) => parameter.toLowerCase().split(/\s+/)).filter(Boolean);
    const found = sections()
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, shownSections);
    for (const { section } of found) print.result(section, () => [section.place, ...excerpt(section, words), '']);
    if (found.length === 0) print.note(`No section contains "${words.join(' ')}". The guides are in docs/.`);
  },
});

function sections(): Section[] {
  return [...guides().values()].flatMap(({ file, markdown }) => {
    const seen = new Map<string, number>();
    const parts = markdown.split(/^(?=#{1,4} )/m).filter((part) => part.startsWith('#'));
    return parts.map((part) => {
      const [first = '', ...lines] = part.split('\n');
      const heading = first.replace(/^#+ /, '');
      return { place: `${file}#${slugOf(heading, seen)}`, heading, text: lines.join('\n').trim() };
    });
  });
}

/** Zero unless all words occur. Words in the heading and the name of the file weigh most. */
function scoreOf({ place, heading, text }: Section, words: readonly string[]): number {
  const [top, body] = [`${place} ${heading}`.toLowerCase(), text.toLowerCase()];
  const scores = words.map((word) => (top.includes(word) ? 10 : 0) + Math.min(body.split(word).length - 1, 5));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** The first lines with one of the words. */
function excerpt({ text }: Section, words: readonly string[]): string[] {
  const lines = text.split('\n').filter((line) => words.some((word) => line.toLowerCase().includes(word)));
  return lines.slice(0, shownLines).map((line) => `  ${line.trim()}`);
}
