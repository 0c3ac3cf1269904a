// The settings of a process.
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '../../services/kit/process/config.ts';

test('no setting is required', () => {
  const config = readConfig({});

  expect(config).toMatchObject({
    port: 8080,
    grpcPort: 9090,
    host: '127.0.0.1',
    databaseUrl: undefined,
    dataDir: expect.stringMatching(/\/data$/),
    mode: 'sandbox',
    sandboxTimeScale: 1,
    sandboxUmaHost: 'sandbox.uma.example',
    isSandboxWalletProcessing: false,
    hasApiExplorer: true,
    console: 'platform',
    hasRequestLog: true,
    hasMcp: true,
    logLevel: 'warn',
    publicUrl: 'http://127.0.0.1:8080',
    rateLimitPerSecond: 0,
  });
});

test('addresses and databases of single services are named after the service', () => {
  const config = readConfig({
    CARDS_URL: 'http://cards:9090/',
    ACCOUNTS_DATABASE_URL: 'postgres://pooler/accounts',
    ACCOUNTS_DATABASE_DIRECT_URL: 'postgres://db/accounts',
    DATABASE_URL: 'postgres://db/all',
    PUBLIC_URL: 'https://pay.example/',
    OTHER_URL: 'nonsense',
  });

  expect([...config.serviceUrls]).toEqual([['cards', 'http://cards:9090']]);
  expect([...config.serviceDatabaseUrls]).toEqual([['accounts', 'postgres://pooler/accounts']]);
  expect([...config.serviceDirectUrls]).toEqual([['accounts', 'postgres://db/accounts']]);
  expect(config.publicUrl).toBe('https://pay.example');
});

test('production calls are rate-limited by default', () => {
  expect(readConfig({ MODE: 'production' }).rateLimitPerSecond).toBe(50);
  expect(readConfig({ MODE: 'production', RATE_LIMIT_PER_SECOND: '0' }).rateLimitPerSecond).toBe(0);
});

test.each([
  [{}, true, undefined, undefined],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, true, undefined, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318' }, true, 60_000, 1],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://otel:4318/v1/traces' }, true, undefined, 1],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://otel:4318/v1/metrics' }, true, 60_000, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_METRICS_EXPORTER: 'none' }, true, undefined, 1],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_METRIC_EXPORT_INTERVAL: '5000' }, true, 5_000, 1],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_SDK_DISABLED: 'true' }, false, undefined, undefined],
  [sampled('always_off'), true, 60_000, 0],
  [sampled('traceidratio', '0.1'), true, 60_000, 0.1],
  [sampled('parentbased_traceidratio', '.25'), true, 60_000, 0.25],
  [sampled('parentbased_traceidratio'), true, 60_000, 1],
])('the variables of OpenTelemetry %o', (variables, hasMetrics, metricsIntervalMs, tracedShare) => {
  expect(readConfig(variables).telemetry).toEqual({ hasMetrics, metricsIntervalMs, tracedShare });
});

test.each([
  [sampled('jaeger_remote'), 'OTEL_TRACES_SAMPLER is "jaeger_remote"'],
  [sampled('traceidratio', '10'), 'OTEL_TRACES_SAMPLER_ARG is "10". It must be a number from 0 to 1.'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'otel:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
  [{ OTEL_METRIC_EXPORT_INTERVAL: '1s' }, 'OTEL_METRIC_EXPORT_INTERVAL is "1s"'],
])('invalid variables of OpenTelemetry are refused %o', (variables, sentence) => {
  expect(() => readConfig(variables)).toThrow(sentence);
});

function sampled(sampler: string, argument?: string) {
  const known = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_TRACES_SAMPLER: sampler };
  return argument === undefined ? known : { ...known, OTEL_TRACES_SAMPLER_ARG: argument };
}

test('every mistake is reported, each in a sentence', () => {
  const wrong = {
    PORT: '99999',
    GRPC_PORT: 'x',
    MODE: 'test',
    DATABASE_URL: 'mysql://db',
    LOG_LEVEL: 'loud',
    SANDBOX_TIME_SCALE: '0',
    SANDBOX_UMA_HOST: 'Sandbox/uma',
    SANDBOX_CLIENT_ID: 'a:b',
    CARDS_URL: 'cards',
    BLOB_STORE_URL: 's3://bucket',
    SMTP_URL: 'https://mail',
    SMS_HOOK_URL: 'sms',
    WATCH_LIST_FILE: '/nowhere/names.txt',
    DATABASE_DIRECT_URL: 'postgres://db',
    AUTH_DATABASE_DIRECT_URL: 'postgres://db/auth',
  };

  expect(() => readConfig(wrong)).toThrow(
    [
      'MODE is "test". It must be one of: sandbox, production.',
      'PORT is "99999". It must be a whole number from 0 to 65535.',
      'GRPC_PORT is "x". It must be a whole number from 0 to 65535.',
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
      'DATABASE_DIRECT_URL needs DATABASE_URL, the address of its pooler.',
      'AUTH_DATABASE_DIRECT_URL needs AUTH_DATABASE_URL, the address of its pooler.',
      'SANDBOX_CLIENT_ID must not contain a colon: Basic authentication uses it as the separator.',
      'Set SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET both, or neither.',
      'SANDBOX_TIME_SCALE is "0". It must be a number above zero.',
      'SANDBOX_UMA_HOST is "Sandbox/uma". It must be a host in lower case, with or without a port.',
      'LOG_LEVEL is "loud". It must be one of: trace, debug, info, warn, error, silent.',
      'BLOB_STORE_URL must be a URL that starts with http:// or https://.',
      'SMTP_URL must be a URL that starts with smtp:// or smtps://.',
      'SMS_HOOK_URL must be a URL that starts with http:// or https://.',
      'WATCH_LIST_FILE is "/nowhere/names.txt", which cannot be read. It must be the path of a file.',
      'CARDS_URL must be a URL that starts with http:// or https://.',
    ].join('\n'),
  );
});

test.each(['0', '65', 'many'])('WORKERS=%s is refused', (WORKERS) => {
  expect(() => readConfig({ WORKERS })).toThrow(`WORKERS is "${WORKERS}". It must be a whole number from 1 to 64, or auto.`);
});

test('there is one worker by default, and one per core with auto', () => {
  const counts = [{}, { WORKERS: '3' }, { WORKERS: 'auto' }].map((env) => readConfig(env).workers);

  expect(counts).toEqual([1, 3, Math.min(availableParallelism(), 64)]);
});

test('gRPC proxies are addresses and networks of either family', () => {
  const { proxies } = readConfig({ GRPC_PROXIES: '10.1.0.0/16, 192.0.2.7,2001:db8::/32' }).grpcConnections;
  const isProxy = (address: string) => proxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

  expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'].map(isProxy)).toEqual([true, true, true, true]);
  expect(['10.2.0.1', '192.0.2.8', '2001:db9::1'].map(isProxy)).toEqual([false, false, false]);
  expect(() => readConfig({ GRPC_PROXIES: '10.0.0.0/33' })).toThrow(
    'GRPC_PROXIES contains "10.0.0.0/33". It must be IP addresses',
  );
});

test('two listeners cannot share a port', () => {
  expect(() => readConfig({ PORT: '9090' })).toThrow('PORT and GRPC_PORT are both 9090. Give each its own.');
});

test('ID token issuers are URLs separated by commas', () => {
  const known = ['https://accounts.google.com', 'https://appleid.apple.com'];
  const own = readConfig({ OIDC_ISSUERS: 'https://sso.example/realms/a, http://sso.local' });

  expect(readConfig({}).oidcIssuers).toEqual(known);
  expect(own.oidcIssuers).toEqual(['https://sso.example/realms/a', 'http://sso.local']);
  expect(() => readConfig({ OIDC_ISSUERS: 'https://sso.example,sso' })).toThrow(
    'OIDC_ISSUERS must be URLs that start with http:// or https://, separated by commas.',
  );
});

test('internal keys are separated by commas, and the first one signs', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const CALLER_KEYS = `${one.toString('hex')}, ${other.toString('base64')}`;

  expect(readConfig({ CALLER_KEYS }).callerKeys).toEqual([one, other]);
  expect(readConfig({}).callerKeys).toBeUndefined();
  expect(() => readConfig({ CALLER_KEYS: `${one.toString('hex')},` })).toThrow(
    'CALLER_KEYS must be keys of 32 bytes, in hex or base64, separated by commas.',
  );
});

test('TLS needs both files, and services at host names', () => {
  const file = import.meta.filename;

  expect(readConfig({ TLS_CERT_FILE: file, TLS_KEY_FILE: file }).publicUrl).toBe('https://127.0.0.1:8080');
  expect(() => readConfig({ TLS_CERT_FILE: file })).toThrow('Set TLS_CERT_FILE and TLS_KEY_FILE both, or neither.');
  expect(() => readConfig({ TLS_CA_FILE: '/absent' })).toThrow('TLS_CA_FILE is "/absent", which cannot be read.');
  expect([...readConfig({ CARDS_URL: 'https://cards:9090' }).serviceUrls]).toEqual([['cards', 'https://cards:9090']]);
  for (const url of ['https://10.0.0.1:9090', 'https://10.0.0.1', 'https://[::1]:9090'])
    expect(() => readConfig({ CARDS_URL: url })).toThrow(
      `The address of cards is ${url}. With https://, it must contain a host name.`,
    );
});
