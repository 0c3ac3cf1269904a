// Fixtures: requests that create a world, each of which can refer to the responses of those before it.
import { secondsOf } from './duration.ts';
import { CommandFailure } from './failures.ts';
import type { Platform } from './platform.ts';

/** A request, an action of a device, or an advance of the clock. Texts can contain references: `${customer.id}`. */
export interface Step {
  /** The name of the response for references. */
  readonly name?: string;
  /** POST if absent. */
  readonly method?: string;
  /** A path of the contract: `/customers`. */
  readonly path?: string;
  readonly body?: unknown;
  /** Fields of a form, instead of a body. A field `file` is the name of a small file. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The code with which the platform must refuse the request. */
  readonly refused?: string;
  /** What the customer's device does: an action of `payments keys`, with `body` as its parameters. */
  readonly device?: string;
  /** Advances the clock of the platform: `30s`. */
  readonly advance?: string;
}

/** What sends the requests. */
export type Requests = Pick<Platform, 'post' | 'send'>;

/** Responses by name. */
export type Results = Map<string, unknown>;

/** What a step did. */
export interface StepReport {
  /** `POST /customers` */
  readonly action: string;
  readonly name?: string;
  readonly result: unknown;
}

/** Runs the steps in order. Throws on the first one that fails, or that should have been refused. */
export async function* runSteps(platform: Requests, steps: readonly Step[], results: Results): AsyncGenerator<StepReport> {
  if (!results.has('run')) results.set('run', randomHex());
  for (const template of steps) {
    const step = filled(template, results);
    const result = await runStep(platform, step);
    if (step.name !== undefined) results.set(step.name, result);
    yield { action: actionOf(step), ...(step.name !== undefined && { name: step.name }), result };
  }
}

function actionOf({ method = 'POST', path, device, advance }: Step): string {
  if (device !== undefined) return `device ${device}`;
  return advance === undefined ? `${method} ${path}` : `advance ${advance}`;
}

async function runStep(platform: Requests, step: Step): Promise<unknown> {
  const { path, advance, device, refused } = step;
  if (advance !== undefined) return platform.post('/sandbox/clock/advance', { seconds: secondsOf(advance) });
  if (device !== undefined) return (await import('./device.ts')).perform(device, JSON.stringify(step.body ?? {}));
  if (path === undefined) throw new CommandFailure('A step has a path, a device or an advance.');
  const sending = send(platform, step);
  if (refused === undefined) return sending;
  return sending.then(
    () => {
      throw new CommandFailure(`${actionOf(step)} was accepted. It should have been refused with ${refused}.`);
    },
    (error: unknown) => {
      if (isRefusal(error) && error.code === refused) return error.body;
      throw error;
    },
  );
}

/** An error response: of the command line, or of the console. */
function isRefusal(error: unknown): error is { readonly code: string; readonly body: unknown } {
  return error instanceof Error && 'code' in error && 'body' in error;
}

function send(platform: Requests, { method = 'POST', path = '', body, form, headers = {} }: Step): Promise<unknown> {
  const payload = form ? { form: formOf(form) } : body !== undefined || method === 'GET' ? { body } : { body: {} };
  return platform.send({ method, path, headers, ...payload });
}

function formOf({ file, ...fields }: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append('file', new Blob(['%PDF-1.7 a small file'], { type: 'application/pdf' }), file);
  return form;
}

/** The step with values instead of references. */
function filled<T>(template: T, results: Results): T {
  return JSON.parse(JSON.stringify(template), (_, value: unknown) =>
    typeof value === 'string' ? filledText(value, results) : value,
  );
}

/** A text that is one reference becomes its value, whatever its type. */
export function filledText(text: string, results: Results): unknown {
  const [whole, only] = /^\$\{([^}]+)\}$/.exec(text) ?? [];
  if (whole !== undefined && only !== undefined) return valueOf(only, results);
  return text.replaceAll(/\$\{([^}]+)\}/g, (_, reference: string) => String(valueOf(reference, results)));
}

/** New at each use. */
const generated = new Map<string, () => string>([
  ['random', randomHex],
  ['digits', () => Array.from(randomBytes(5), (byte) => (byte % 9) + 1).join('')],
  ['bech32', () => Array.from(randomBytes(20), (byte) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'[byte % 32]).join('')],
]);

/** Also in browsers, where the console runs scenarios. */
function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function randomHex(): string {
  return Array.from(randomBytes(6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function valueOf(reference: string, results: Results): unknown {
  const [name = '', ...keys] = reference.split('.');
  const generate = generated.get(reference);
  if (generate) return generate();
  const value = keys.reduce<unknown>((inner, key) => Object(inner)[key], results.get(name));
  if (value === undefined)
    throw new CommandFailure(`\${${reference}} refers to nothing. Known: ${[...results.keys()].join(', ')}.`);
  return value;
}

/** The value at a dotted path: `refund.status`. */
export const fieldOf = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], value);
