// Writes the content of a document to a file, for a reviewer.
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DocumentDirectoryService } from '../gen/payments/customers/v1/document_directory_pb.ts';
import { services } from '../services/all.ts';
import { callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import { run } from '../services/kit/process/run.ts';
import { start } from '../services/kit/process/start.ts';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { platform: text, document: text, to: text } });

/** Uses the settings of the installation, and free ports. The file must not exist; only its owner can read it. */
await run(async (config, log) => {
  if (!values.platform || !values.document || !values.to)
    throw new Error('Pass --platform <uuid>, --document <id> and --to <file>.');
  const started = await start({ doors: services, config: { ...config, grpcPort: 0 }, log });
  const call = callAs('operator', 'read-document');
  const caller = { ...call.caller, platformId: values.platform, environment: config.mode } as const;
  const directory = clientOf(DocumentDirectoryService, started.dispatch)({ ...call, caller });
  try {
    let stretch = await directory.readDocument({ documentId: values.document });
    const file = await open(values.to, 'wx', 0o600);
    await file.writeFile(stretch.content);
    for (; stretch.nextPosition !== undefined; await file.writeFile(stretch.content)) {
      const { version, nextPosition } = stretch;
      stretch = await directory.readDocument({ documentId: values.document, version, position: nextPosition });
    }
    await file.close();
    process.stdout.write(`${values.document} is ${values.to} (${stretch.contentType})\n`);
  } finally {
    await started.stop();
  }
  process.exit(0);
});
