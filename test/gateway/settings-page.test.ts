// docs/operations.md lists every environment variable that a process reads, and no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../services/kit/process/config.ts';
import { workerVariables } from '../../services/kit/process/config-values.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');

/** In the first columns of tables. `_TIMEOUT` and others after a complete name are parts of the exporter. */
const documented = [...page.matchAll(/^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z0-9_]+`)*) \|/gm)]
  .flatMap(([, names = '']) => names.split(', '))
  .map((name) => name.replaceAll('`', ''));

/** OpenTelemetry's library reads further ones itself. */
const isOfLibrary = (name: string) => name.startsWith('OTEL_EXPORTER_OTLP_');

function readVariables(): Set<string> {
  const read = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    { OTEL_TRACES_SAMPLER: 'traceidratio', KMS_URL: 'https://kms.example' },
    {
      get: (own, name) => {
        if (typeof name === 'string') read.add(name);
        return Reflect.get(own, name);
      },
    },
  );
  readSettings(environment);
  return read;
}

test('each variable that a process reads is documented, and each documented one is read', () => {
  const ofParent: readonly string[] = Object.values(workerVariables);
  const read = [...readVariables()].filter((name) => !ofParent.includes(name));

  expect(read.filter((name) => !documented.includes(name) && !isOfLibrary(name))).toEqual([]);
  expect(documented.filter((name) => !read.includes(name) && !isOfLibrary(name))).toEqual([]);
});
