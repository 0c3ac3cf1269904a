// The paths of the server, to refuse other verbs and to suggest a similar path for an unknown one.
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../services/kit/messages/fail.ts';
import { editsBetween, editsMax } from './edits.ts';

interface KnownPath {
  /** As in the reference: `/2025-10-13/customers/{customerId}`. */
  readonly shown: string;
  /** Of the whole path. */
  readonly parts: readonly string[];
  /** Without the version. */
  readonly segments: readonly string[];
  readonly verbs: Set<string>;
}

export class KnownPaths {
  readonly #prefix: string;
  readonly #known = new Map<string, KnownPath>();

  /** `prefix`: the version prefix of operations. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** `url`: in the router's format, `/customers/:customer_id`. */
  add(url: string, verbs: readonly string[]): void {
    const shown = url.replaceAll(/:(\w+)/g, (_, name: string) => `{${camelCase(name)}}`);
    const known = this.#known.get(shown);
    if (known) for (const verb of verbs) known.verbs.add(verb);
    else this.#known.set(shown, this.#pathOf(shown, verbs));
  }

  /** The verbs of the path of this URL. None if it is unknown. */
  verbsOf(url: string): string[] {
    const requested = pathOf(url).split('/');
    const matches = [...this.#known.values()].filter(({ parts }) => isMatch(requested, parts));
    const least = Math.min(...matches.map(variablesOf));
    const closest = matches.filter((match) => variablesOf(match) === least);
    return [...new Set(closest.flatMap(({ verbs }) => [...verbs]))];
  }

  /** The refusal of an unknown path. */
  refusalOf(method: string, url: string): Refusal {
    const path = pathOf(url).slice(0, pathLengthMax);
    const isVersioned = path === this.#prefix || path.startsWith(`${this.#prefix}/`);
    const near = this.#nearest(path);
    const sentences = [
      `There is no route ${method} ${path}.`,
      ...(isVersioned ? [] : [`Paths of operations start with ${this.#prefix}.`]),
      ...(near === undefined ? [] : [`Did you mean ${near}?`]),
    ];
    return fail(ErrorCode.REFERENCE_NOT_FOUND, sentences.join(' '));
  }

  #pathOf(shown: string, verbs: readonly string[]): KnownPath {
    return { shown, parts: shown.split('/'), segments: this.#segmentsOf(shown), verbs: new Set(verbs) };
  }

  #nearest(path: string): string | undefined {
    const segments = this.#segmentsOf(path);
    let nearest: string | undefined;
    let least = editsMax + 1;
    for (const known of this.#known.values()) {
      if (known.segments.length === 0) continue;
      const distance = distanceBetween(segments, known.segments);
      if (distance < least) [least, nearest] = [distance, known.shown];
    }
    return nearest;
  }

  /** Without the version, whichever it is. */
  #segmentsOf(path: string): string[] {
    const segments = path.split('/').filter((segment) => segment !== '');
    const isVersion = `/${segments[0]}` === this.#prefix || versionShape.test(segments[0] ?? '');
    return isVersion ? segments.slice(1) : segments;
  }
}

const variablesOf = ({ parts }: KnownPath) => parts.filter((part) => part.startsWith('{')).length;

/** A variable matches everything except nothing. */
function isMatch(requested: readonly string[], known: readonly string[]): boolean {
  if (requested.length !== known.length) return false;
  return known.every((segment, index) => segment === requested[index] || (segment.startsWith('{') && requested[index] !== ''));
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

const pathLengthMax = 200;
const versionShape = /^(v\d+|\d{4}-\d\d-\d\d)$/i;

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Number of different characters in the segments. A variable matches everything, but a matching literal is closer. */
function distanceBetween(requested: readonly string[], known: readonly string[]): number {
  if (requested.length !== known.length) return Infinity;
  let distance = 0;
  for (const [index, segment] of known.entries()) {
    distance += segment.startsWith('{') ? 0.5 : editsBetween((requested[index] ?? '').toLowerCase(), segment);
    if (distance > editsMax) return Infinity;
  }
  return distance;
}
