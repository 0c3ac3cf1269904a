// The definition of a command for operators.
import type { DescMessage, DescService, MessageShape } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { compileCodec } from '../../../services/kit/messages/json/compile-codec.ts';
import { type Call, type Command, command, type Definition, type Option } from '../command.ts';
import { UsageMistake } from '../failures.ts';
import type { Columns } from '../printer.ts';
import { readAccess } from './access.ts';
import { type ClientFor, explained, openDoor } from './door.ts';

export interface OpsDefinition<Name extends string> extends Omit<Definition<Name>, 'run'> {
  /** It requires `--platform`. */
  readonly isForPlatform?: true;
  /** Why it requires `--yes`: `A revoked token cannot be restored`. */
  readonly isIrreversible?: string;
  readonly run: (call: OpsCall<Name>) => Promise<void>;
}

export interface OpsCall<Name extends string = string> extends Call<Name> {
  /** For the platform of the command, if it is for one. */
  readonly client: <S extends DescService>(desc: S) => Client<S>;
  /** uuid of the platform of the command, if it is for one. */
  readonly platformId: string | undefined;
  /** For any platform, or none. */
  readonly clientFor: ClientFor;
  /** The value of an option without which the command cannot run. Throws a `UsageMistake`. */
  readonly required: (name: Name) => string;
}

const platformOption = { value: 'PLATFORM', description: 'id of the platform' } satisfies Option;
const yesOption = { description: 'do it, although it cannot be undone' } satisfies Option;

/** `name` without `ops`. */
export function opsCommand<const Name extends string = never>(definition: OpsDefinition<Name>): Command {
  const { isForPlatform, isIrreversible, options, run, name, examples, ...rest } = definition;
  const own: Readonly<Record<string, Option>> = {
    ...(isForPlatform && { platform: platformOption }),
    ...options,
    ...(isIrreversible !== undefined && { yes: yesOption }),
  };
  return command<string>({
    ...rest,
    name: `ops ${name}`,
    examples: examples.map((example) => `ops ${example}`),
    options: own,
    run: async (call) => {
      if (isIrreversible !== undefined && !call.has('yes')) throw new UsageMistake(`${isIrreversible}. Add --yes to do it.`);
      const required = (option: string) => requiredOf(call, option);
      const platformId = isForPlatform ? platformUuid(required('platform')) : undefined;
      const access = readAccess(call.host);
      const clientFor = openDoor(call.host, access);
      await explained(access.url, () =>
        run({ ...call, required, platformId, clientFor, client: (desc) => clientFor(desc, platformId) }),
      );
    },
  });
}

function requiredOf(call: Call, name: string): string {
  const value = call.text(name);
  if (value === undefined) throw new UsageMistake(`Pass --${name}.`);
  return value;
}

/** `Platform:<uuid>` is accepted too. */
export const platformUuid = (id: string) => id.replace(/^Platform:/, '');

/** A message as JSON, as REST would return it. */
export function plain<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc> | undefined): Record<string, unknown> {
  return message ? (compileCodec(desc).encode(message) as Record<string, unknown>) : {};
}

/** Columns of a table, by the names of fields of its rows. */
export function columns(...names: readonly string[]): Columns<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, (row: Record<string, unknown>) => row[name]]));
}

/** A whole number. Throws a `UsageMistake`. */
export function wholeNumber(value: string): bigint {
  if (!/^\d+$/.test(value)) throw new UsageMistake(`"${value}" must be a whole number, in the smallest unit of the currency.`);
  return BigInt(value);
}
