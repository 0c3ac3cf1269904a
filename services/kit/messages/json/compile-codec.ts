// Compiles the codec of a message type, once for all.
import type { DescMessage } from '@bufbuild/protobuf';
import { Codec } from './codec.ts';
import { compileField } from './fields.ts';
import { MappingMistake } from './problems.ts';
import { compileOneof } from './unions.ts';
import { wellKnownCodec } from './well-known.ts';

const compiled = new Map<DescMessage, Codec>();

/** The codec of a message type. Throws a `MappingMistake` when its options contradict themselves. */
export function compileCodec(desc: DescMessage): Codec {
  const known = compiled.get(desc);
  if (known) return known;
  if (wellKnownCodec(desc)) throw new MappingMistake(`${desc.typeName} cannot be a body by itself.`);
  const codec = new Codec(desc);
  compiled.set(desc, codec); // before its fields: a message may hold itself
  try {
    fill(codec, new Set());
  } catch (mistake) {
    compiled.delete(desc); // or the half of a codec would be found by the next one to ask
    throw mistake;
  }
  return codec;
}

/** A codec whose fields named in `omit` (proto names) are not in the body, because path, query or headers fill them. */
export function compileBodyCodec(desc: DescMessage, omit: ReadonlySet<string>): Codec {
  if (omit.size === 0) return compileCodec(desc);
  const codec = new Codec(desc);
  fill(codec, omit);
  return codec;
}

function fill(codec: Codec, omit: ReadonlySet<string>): void {
  const members = codec.desc.members.filter(({ name }) => !omit.has(name));
  const slots = members.map((member) =>
    member.kind === 'oneof' ? compileOneof(member, compileCodec) : compileField(member, compileCodec),
  );
  const oneofs = members.filter(({ kind }) => kind === 'oneof').map(({ localName }) => localName);
  codec.fill(
    slots.filter((slot) => slot !== undefined),
    oneofs,
  );
}
