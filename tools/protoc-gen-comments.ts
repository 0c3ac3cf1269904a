// A plugin of buf: writes the comments of our protos to gen/comments.ts, because generated descriptors do not contain them.
import type { DescComments, DescEnum, DescFile, DescMessage } from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import { createEcmaScriptPlugin, getComments, runNodeJs } from '@bufbuild/protoplugin';

runNodeJs(
  createEcmaScriptPlugin({
    name: 'protoc-gen-comments',
    version: 'v1',
    generateTs({ files, generateFile }) {
      const target = generateFile('comments.ts');
      target.print('/** Comments of the protos, by the full name of what they describe: `payments.common.v1.Currency.code`. */');
      target.print('export const comments: Readonly<Record<string, string>> = {');
      for (const [name, text] of files.flatMap(commentsIn))
        target.print('  ', target.string(name), ': ', target.string(text), ',');
      target.print('};');
    },
  }),
);

type Comment = readonly [name: string, text: string];

function commentsIn(file: DescFile): Comment[] {
  if (!file.proto.package.startsWith('payments.')) return [];
  return [...nestedTypes(file)].flatMap((type): Comment[] => {
    if (type.kind === 'message') return ofMessage(type);
    if (type.kind === 'enum') return ofEnum(type);
    if (type.kind === 'service')
      return type.methods.flatMap((method) => entry(`${type.typeName}.${method.name}`, getComments(method)));
    return [];
  });
}

function ofMessage(message: DescMessage): Comment[] {
  const members = [...message.fields, ...message.oneofs];
  return [
    ...entry(message.typeName, getComments(message)),
    ...members.flatMap((member) => entry(`${message.typeName}.${member.name}`, getComments(member))),
  ];
}

function ofEnum(type: DescEnum): Comment[] {
  return [
    ...entry(type.typeName, getComments(type)),
    ...type.values.flatMap((value) => entry(`${type.typeName}.${value.name}`, getComments(value))),
  ];
}

/** Lines of a paragraph are joined, because the width of a source file means nothing to readers of the document. */
function entry(name: string, { leading, trailing }: DescComments): Comment[] {
  const text = (leading ?? trailing)?.replaceAll(/^ /gm, '').trim();
  return text ? [[name, text.replaceAll(/(?<!\n)\n(?![\n*-])/g, ' ')]] : [];
}
