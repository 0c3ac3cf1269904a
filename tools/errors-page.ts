// The reference page of error codes, from the proto enum and its comments.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../proto/payments/common/v1/error.proto');
const entry =
  /^ {2}\/\/ (?<meaning>.+)\n {2}ERROR_CODE_(?<code>[A-Z_]+) = \d+ \[\(payments\.rest\.v1\.value\)\.status = (?<status>\d+)\];/gm;

const names = new Map([
  ['400', 'the request cannot be carried out as it is'],
  ['401', 'credentials or signatures'],
  ['403', 'not allowed'],
  ['404', 'not found'],
  ['405', 'wrong method'],
  ['409', 'does not fit the present state'],
  ['410', 'gone'],
  ['412', 'no common version'],
  ['423', 'locked'],
  ['424', 'a counterparty failed'],
  ['429', 'too much'],
  ['500', 'failed on our side'],
  ['501', 'not available'],
  ['503', 'down for the moment'],
]);

/** Markdown: one table per HTTP status. */
export function errorsPage(): string {
  const entries = [...readFileSync(source, 'utf8').matchAll(entry)].map(({ groups = {} }) => groups);
  const byStatus = Map.groupBy(entries, ({ status }) => status ?? '');
  const tables = [...byStatus].map(([status, codes]) => {
    const rows = codes.map(({ code, meaning }) => `| \`${code}\` | ${meaning} |`);
    return [`## ${status}: ${names.get(status)}`, '', '| Code | Meaning |', '|---|---|', ...rows, ''].join('\n');
  });
  return `${head}\n${tables.join('\n')}`;
}

const head = `# Error codes

Made from \`proto/payments/common/v1/error.proto\` by \`npm run docs\`; do not edit.

Every error body is \`{"status", "code", "message", "details"?}\`. \`message\` is for people and may change. Field errors stand in
\`details.errors\`; where a code is too coarse, \`details.reason\` says more. Retry 424, 500, 503, \`QUOTE_REQUEST_FAILED\` and
\`RATE_LIMITED\` with back-off; everything else needs another request or another state.
`;
