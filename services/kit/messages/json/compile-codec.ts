// Compiles the codec of a message type, once.
import type { DescMessage } from '@bufbuild/protobuf';
import { Codec } from './codec.ts';
import { compileField } from './fields.ts';
import { MappingMistake } from './problems.ts';
import { compileOneof } from './unions.ts';
import { wellKnownCodec } from './well-known.ts';

const compiled = new Map<DescMessage, Codec>();

/** The codec of a message type. Throws a `MappingMistake` if its options contradict each other. */
export function compileCodec(desc: DescMessage): Codec {
  const known = compiled.get(desc);
  if (known) return known;
  if (wellKnownCodec(desc)) throw new MappingMistake(`${desc.typeName} cannot be a body on its own.`);
  const codec = new Codec(desc);
  compiled.set(desc, codec); // before its fields, because a message may contain itself
  try {
    fill(codec, new Set());
  } catch (mistake) {
    compiled.delete(desc); // otherwise the next caller would find an incomplete codec
    throw mistake;
  }
  return codec;
}

/** A codec without the fields in `omit` (proto names), which path, query or headers fill. */
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
