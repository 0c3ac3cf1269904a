// Selects the examples to write.
import type { Example } from '../../gateway/openapi/examples.ts';
import { shapeOf } from '../kit/shape.ts';

/** The example to write: the former one if it has the fields of one of the candidates, otherwise the longest candidate. */
export function kept(former: Example | undefined, candidates: readonly (Example | undefined)[]): Example | undefined {
  const current = candidates.map((example) => ({ example, shape: JSON.stringify(sorted(shapeOf(example))) }));
  if (current.some(({ shape }) => shape === JSON.stringify(sorted(shapeOf(former))))) return former;
  const [longest] = current.toSorted((left, right) => right.shape.length - left.shape.length);
  return shown(longest?.example) as Example | undefined;
}

const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.entries(value)
        .toSorted(([left], [right]) => left.localeCompare(right))
        .map(([name, inner]) => [name, sorted(inner)]);

const secretName = /secret|accessToken|recoveryCodes/i;
const elementsMax = 2;

/** A copy with short lists, and with other characters of the same kinds in secrets, so that no scanner reports them. */
function shown(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const isLong = value.some((inner) => typeof inner === 'object');
    return (isLong ? value.slice(0, elementsMax) : value).map((inner) => shown(inner, name));
  }
  if (typeof value === 'string') return secretName.test(name) ? masked(value) : value.replace(/(?<=secret=)\w+/, masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(inner, key)]));
}

const masked = (secret: string) => secret.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '2');
