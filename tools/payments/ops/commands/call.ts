// `ops call`: any method that operators may call.
import { type DescMethodUnary, fromJsonString, type Message, toJson } from '@bufbuild/protobuf';
import { method as methodRule } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { isUnary, optionOf } from '../../../../services/kit/messages/options.ts';
import { deadLettersOf, keysOf } from '../../../../services/kit/service/common-services.ts';
import { UsageMistake } from '../../failures.ts';
import { opsCommand, platformUuid } from '../ops-command.ts';

export const call = opsCommand({
  name: 'call',
  summary: 'Call any method that operators may call, with proto3 JSON',
  details: [
    'Its name may contain the package, for services that exist several times: payments.transfers.v1.DeadLetterService/ListDeadLetters.',
  ],
  parameters: [
    { name: 'method', description: 'Service/Method, as in proto/payments' },
    { name: 'request', description: 'as JSON; {} if absent', isOptional: true },
  ],
  options: { platform: { value: 'PLATFORM', description: 'id of the platform that it is for' } },
  examples: [`call PlatformDirectoryService/SetInvitations '{"offersInvitations":false}' --platform 019…`],
  run: async ({ clientFor, print, text, parameters: [name = '', json = '{}'] }) => {
    const method = await methodNamed(name);
    const platform = text('platform');
    const client = clientFor(method.parent, platform === undefined ? undefined : platformUuid(platform)) as Methods;
    const answer = await client[method.localName]?.(requestIn(json, method));
    const shown = answer && toJson(method.output, answer);
    print.result(shown, () => [JSON.stringify(shown, null, 2)]);
  },
});

type Methods = Readonly<Record<string, (request: Message) => Promise<Message>>>;

async function methodNamed(name: string): Promise<DescMethodUnary> {
  const { services } = await import('../../../../services/all.ts'); // loads everything, which other commands do not need
  const own = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));
  const common = services.flatMap((service) => [deadLettersOf(service.name), keysOf(service.name)]);
  const methods = [...own, ...common].flatMap((desc) => desc.methods);
  const isMeant = ({ parent, name: method }: DescMethodUnary) =>
    [`${parent.name}/${method}`, `${parent.typeName}/${method}`].includes(name);
  const found = methods.filter(isUnary).find((method) => isMeant(method) && optionOf(method, methodRule)?.operator);
  if (!found) throw new UsageMistake(`There is no method "${name}" for operators.`);
  return found;
}

function requestIn(json: string, { input }: DescMethodUnary): Message {
  try {
    return fromJsonString(input, json);
  } catch (error) {
    throw new UsageMistake(`The request cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
