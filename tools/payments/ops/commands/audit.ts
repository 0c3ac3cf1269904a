// `ops audit`: the log of operators.
import { createReadStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { LedgerService } from '../../../../gen/payments/accounts/v1/ledger_pb.ts';
import { OperatorLogService } from '../../../../gen/payments/auth/v1/operator_log_pb.ts';
import { OperatorService } from '../../../../gen/payments/auth/v1/operator_pb.ts';
import { operatorEntryIn } from '../../../../services/auth/convert-operator.ts';
import { type LogHead, logVerifier, type OperatorEntry } from '../../../../services/auth/domain/operator-log.ts';
import { command } from '../../command.ts';
import { CommandFailure, UsageMistake } from '../../failures.ts';
import { entryFrom, headFrom, lineOf } from '../log-lines.ts';
import { type OpsCall, opsCommand } from '../ops-command.ts';

const pageSize = 500;

async function* entriesAfter(client: OpsCall['client'], start: bigint): AsyncGenerator<OperatorEntry> {
  for (let after = start; ; ) {
    const { entries } = await client(OperatorLogService).listOperatorEntries({ after, limit: pageSize });
    for (const entry of entries) yield operatorEntryIn(entry);
    const last = entries.at(-1);
    if (!last || entries.length < pageSize) return;
    after = last.sequence;
  }
}

export const auditLog = opsCommand({
  name: 'audit log',
  summary: 'Show the last entries of the log of operators',
  options: { last: { value: 'COUNT', description: 'number of entries; 50 if absent' } },
  examples: ['audit log', 'audit log --last 500 --json'],
  run: async ({ client, print, text }) => {
    const last = text('last') ?? '50';
    if (!/^[1-9]\d{0,6}$/.test(last)) throw new UsageMistake('--last must be a whole number.');
    const { operators } = await client(OperatorService).listOperators({});
    const names = new Map(operators.map(({ id, name }) => [id, name]));
    const { lastSequence } = await client(OperatorLogService).listOperatorEntries({ limit: 1 });
    const start = lastSequence - BigInt(last);
    const entries = await Array.fromAsync(entriesAfter(client, start > 0n ? start : 0n));
    print.table(
      entries.map((entry) => ({ operator: names.get(entry.operatorId) ?? entry.operatorId, ...JSON.parse(lineOf(entry)) })),
      {
        sequence: ({ sequence }) => sequence,
        time: ({ createdAt }) => createdAt,
        operator: ({ operator }) => operator,
        entry: ({ kind, resultOf }) => (resultOf === null ? kind : `${kind} of ${resultOf}`),
        what: ({ method, code }) => method || code,
        platform: ({ platformId }) => platformId,
        subjects: ({ subjects }) => subjects.join(' '),
        request: ({ requestId }) => requestId,
      },
    );
  },
});

export const auditLedger = opsCommand({
  name: 'audit ledger',
  summary: 'Run a step of the audit of the ledger, and list its findings about a platform',
  isForPlatform: true,
  examples: ['audit ledger --platform 019…'],
  run: async ({ client, print }) => {
    const { findings } = await client(LedgerService).audit({});
    if (findings.length > 0) throw new CommandFailure(findings.join('\n'));
    print.fields({ findings: 0 });
  },
});

export const auditExport = opsCommand({
  name: 'audit export',
  summary: 'Write the whole log of operators to a file, one entry per line',
  options: { to: { value: 'FILE', description: 'the new file' } },
  examples: ['audit export --to operators.jsonl'],
  run: async ({ client, print, required, host }) => {
    const to = resolve(host.folder, required('to'));
    const file = await open(to, 'wx', 0o600);
    let count = 0;
    for await (const entry of entriesAfter(client, 0n)) {
      await file.write(`${lineOf(entry)}\n`);
      count += 1;
    }
    await file.close();
    print.fields({ file: to, entries: count });
    print.next(`ops audit verify ${to}`);
  },
});

export const auditVerify = command({
  name: 'ops audit verify',
  summary: 'Verify an exported log of operators, without a platform',
  details: [
    'Fails if an entry was changed or removed. Compare with the entries that were anchored outside: without them, a new chain is not found.',
  ],
  parameters: [{ name: 'file', description: 'as written by "audit export"' }],
  options: { anchors: { value: 'FILE', description: 'operator-log-heads.jsonl, or what the hook has received, one per line' } },
  examples: ['ops audit verify operators.jsonl --anchors data/operator-log-heads.jsonl'],
  run: async ({ print, text, host, parameters: [file = ''] }) => {
    const anchors = text('anchors');
    const heads = anchors === undefined ? [] : headsIn(resolve(host.folder, anchors));
    const verifier = logVerifier(heads);
    for await (const line of createInterface({ input: createReadStream(resolve(host.folder, file)) }))
      verifier.add(entryFrom(line));
    const { entries, problems } = verifier.end();
    if (problems.length > 0) throw new CommandFailure(problems.slice(0, 100).join('\n'));
    print.fields({ file, entries, anchors: heads.length, problems: 0 });
  },
});

function headsIn(file: string): LogHead[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => headFrom(line));
}
