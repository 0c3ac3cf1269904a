// What the generated messages import from the Protobuf library (buf.gen.yaml), with a faster start.
import type { DescFile } from '@bufbuild/protobuf';
import { type GenFile, fileDesc as libraryFileDesc } from '@bufbuild/protobuf/codegenv2';

export * from '@bufbuild/protobuf/codegenv2';

/**
 * Describes a file. The library also registers all files that the imports depend on, once for each path of imports to them. A file can only
 * name types of the files that it imports itself, because none of ours imports publicly.
 */
export function fileDesc(encoded: string, imports: DescFile[] = []): GenFile {
  const own = imports.map((file) => ({ ...file, dependencies: [] }));
  return Object.assign(libraryFileDesc(encoded, own), { dependencies: imports });
}
