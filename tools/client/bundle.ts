// The transports of the TypeScript client that convert requests to messages: bundled with the code of the gateway that they use.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescService } from '@bufbuild/protobuf';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');

interface BundledTransport {
  readonly maker: string;
  readonly description: string;
}

/** By their names, which are those of their entries in the package. */
const transports: Readonly<Record<string, BundledTransport>> = {
  connect: { maker: 'connectTo', description: 'Requests by Connect, on the port of REST, in browsers, workers and Node.js.' },
  grpc: { maker: 'grpcTo', description: 'Requests by gRPC, in Node.js.' },
};

/** Writes each as a module that loads the descriptors of a service when one of its operations is called. */
export async function writeTransports(services: readonly DescService[], out: string): Promise<void> {
  const names = Object.keys(transports);
  const entries = Object.entries(transports).map(([name, transport]) => [name, entryOf(name, transport)] as const);
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, name])),
    platform: 'neutral',
    external: /^node:/,
    plugins: [virtual({ ...Object.fromEntries(entries), services: servicesModule(services) })],
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({ dir: join(out, 'dist'), format: 'esm', chunkFileNames: 'rpc/[name].js', comments: { legal: true } });
  await bundle.close();
  for (const [name, transport] of Object.entries(transports))
    writeFileSync(join(out, 'dist', `${name}.d.ts`), declarationOf(name, transport));
}

const entryOf = (name: string, { maker }: BundledTransport) =>
  `import { ${maker} } from '${root}/clients/typescript/rpc/${name}.ts';
   import { services } from 'services';
   export const ${name} = ${maker}(services);`;

const declarationOf = (name: string, { description }: BundledTransport) =>
  `import type { OpenTransport } from './transport.js';\n/** ${description} */\nexport declare const ${name}: OpenTransport;\n`;

function servicesModule(services: readonly DescService[]): string {
  const lines = services.map(({ typeName, name, file }) => {
    const module = `${root}/gen/${file.name}_pb.ts`;
    return `'${typeName}': () => import('${module}').then((all) => all.${name}),`;
  });
  return `export const services = {\n${lines.join('\n')}\n};`;
}

/** Modules that are not files, by their names. */
function virtual(modules: Readonly<Record<string, string>>) {
  const prefix = '\0';
  return {
    name: 'virtual',
    resolveId: (id: string) => (id in modules ? prefix + id : undefined),
    load: (id: string) => (id.startsWith(prefix) ? modules[id.slice(prefix.length)] : undefined),
  };
}
