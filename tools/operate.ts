// Calls a method of a service as the operator, for one platform: limits, fees, deliveries, and others without a REST API.

import { parseArgs } from 'node:util';
import { type DescMethodUnary, fromJsonString, toJsonString } from '@bufbuild/protobuf';
import { services } from '../services/all.ts';
import { callAs } from '../services/kit/calls/authenticator.ts';
import { isUnary } from '../services/kit/messages/options.ts';
import { run } from '../services/kit/process/run.ts';
import { start } from '../services/kit/process/start.ts';
import { deadLettersOf, keysOf, personalDataOf } from '../services/kit/service/common-services.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { platform: { type: 'string', default: '' } } });

/** Uses the settings of the installation, and free ports. */
await run(async (config, log) => {
  const [name = '', json = '{}'] = positionals;
  const method = methodNamed(name);
  if (!values.platform || !method) {
    throw new Error(`There is no method "${name}". Pass --platform <uuid>, <Service>/<Method> and the request as JSON.`);
  }
  const request = fromJsonString(method.input, json);
  const started = await start({ doors: services, config: { ...config, grpcPort: 0 }, log });
  const call = callAs('operator', 'operate');
  const caller = { ...call.caller, platformId: values.platform, environment: config.mode } as const;
  try {
    const { message } = await started.dispatch(method, request, { ...call, caller });
    process.stdout.write(`${toJsonString(method.output, message)}\n`);
  } finally {
    await started.stop();
  }
  process.exit(0);
});

/**
 * `VolumeLimitService/SetVolumeLimit`. With its package for services that exist several times: `payments.transfers.v1.DeadLetterService/…`
 */
function methodNamed(name: string): DescMethodUnary | undefined {
  const own = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));
  const common = services.flatMap(({ name }) => [deadLettersOf(name), keysOf(name), personalDataOf(name)]);
  const methods = [...own, ...common].flatMap((desc) => desc.methods);
  const isMeant = ({ parent, name: method }: DescMethodUnary) =>
    [`${parent.name}/${method}`, `${parent.typeName}/${method}`].includes(name);
  return methods.filter(isUnary).find(isMeant);
}
