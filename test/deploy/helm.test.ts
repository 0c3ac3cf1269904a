// The Helm chart: its values, the settings that it passes, and, where Helm is installed, what it renders.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { services } from '../../services/all.ts';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm');
const read = (name: string) => readFileSync(join(chart, name), 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((name) => read(`templates/${name}`));
const values = parse(read('values.yaml')) as Record<string, unknown>;
const isValid = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(read('values.schema.json')));
const settings = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const names = services.map(({ name }) => name).toSorted();

test('the values fit their schema', () => {
  expect([isValid(values), isValid.errors]).toEqual([true, null]);
});

test.each([
  ['an unknown value', { replica: 3 }],
  ['an unknown service', { split: ['card'] }],
  ['a secret among the settings', { settings: { MASTER_KEY: '07' } }],
  ['a setting in lower case', { settings: { mode: 'production' } }],
])('the schema refuses %s', (_, change) => {
  expect(isValid({ ...values, ...change })).toBe(false);
});

test('templates read values that exist, and read all of them', () => {
  const paths = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path));
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);

  expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
  expect(Object.keys(values).filter((name) => !paths.some((path) => path.split('.')[0] === name))).toEqual([]);
});

test('the chart passes settings that are documented, to the ports of the image', () => {
  const passed = templates.flatMap((text) => [...text.matchAll(/- name: ([A-Z][A-Z_]+)$/gm)].map(([, name = '']) => name));
  const ports = templates.flatMap((text) => [...text.matchAll(/containerPort: (\d+)/g)].map(([, port = '']) => port));

  expect(passed.length).toBeGreaterThan(3);
  expect([...passed, ...Object.keys(values.settings as object)].filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  expect(dockerfile).toContain(`EXPOSE ${ports.join(' ')}`);
});

test('the chart knows all services', () => {
  const [, listed = ''] = /\$services := list (.*) -}}/.exec(read('templates/deployments.yaml')) ?? [];
  const { properties } = JSON.parse(read('values.schema.json'));

  expect(JSON.parse(`[${listed.replaceAll(' ', ',')}]`)).toEqual(names);
  expect(properties.split.items.enum).toEqual(names);
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: specifications of every kind
  readonly spec: any; // oxlint-disable-line typescript/no-explicit-any
}

const helm = process.env.HELM ?? 'helm';
const isMissing = spawnSync(helm, ['version']).status !== 0;

function rendered(...options: readonly string[]): Rendered[] {
  const { status, stdout, stderr } = spawnSync(helm, ['template', 'payments', chart, ...options], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return parseAllDocuments(stdout).flatMap((document) => (document.contents === null ? [] : [document.toJSON()]));
}

test('split services find each other, and every pod is an ordinary user with a read-only root', (context) => {
  if (isMissing) return context.skip('helm is not installed.');
  const all = rendered('--set', 'split={cards,webhooks}', '--set', 'tlsSecret=tls', '--set', 'autoscaling.enabled=true');
  const deployments = all.filter(({ kind }) => kind === 'Deployment');
  const addressesOf = (name: string) => {
    const { env } = deployments.find(({ metadata }) => metadata.name === name)?.spec.template.spec.containers[0] ?? {};
    return env.filter((one: { name: string }) => one.name.endsWith('_URL')).map((one: { value: string }) => one.value);
  };
  const gateway = 'https://payments:9090';

  expect(spawnSync(helm, ['lint', '--strict', chart]).status).toBe(0);
  expect(all.map(({ kind, metadata: { name } }) => `${kind} ${name}`).toSorted()).toEqual(
    ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service']
      .flatMap((kind) => ['payments', 'payments-cards', 'payments-webhooks'].map((name) => `${kind} ${name}`))
      .toSorted(),
  );
  expect(addressesOf('payments')).toEqual(['https://payments-cards:9090', 'https://payments-webhooks:9090']);
  expect(addressesOf('payments-cards')).toEqual([...Array(7).fill(gateway), 'https://payments-webhooks:9090']);
  for (const { spec } of deployments) {
    const { securityContext, containers } = spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(containers[0].securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  }
});
