// Finds the scans of a statement that do not filter by platform, in its query plan.
import type { Client } from 'pg';

/**
 * Returns the tables whose `platform_id` the statement does not require to equal one of its parameters, directly or through a join. Undefined
 * if the database has no plan for the statement.
 */
export async function scansOfAllPlatforms(client: Client, sql: string): Promise<string[] | undefined> {
  const plan = await planOf(client, sql);
  if (!plan) return undefined;
  const nodes = nodesIn(plan);
  const scans = nodes.filter(isScan);
  const named = aliasesOfNamed(nodes.flatMap(equationsOf), new Set(scans.map(({ Alias }) => Alias)));
  return scans.filter(({ Alias }) => !named.has(Alias)).map((scan) => `${scan.Schema}.${scan['Relation Name']}`);
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [condition: string]: unknown;
}

type Scan = PlanNode & Required<Pick<PlanNode, 'Schema' | 'Relation Name' | 'Alias'>>;

/** A table that is written is scanned first; inserts name the platform of each row. */
const isScan = (node: PlanNode): node is Scan => node['Relation Name'] !== undefined && node['Node Type'] !== 'ModifyTable';

async function planOf(client: Client, sql: string): Promise<PlanNode | undefined> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (verbose, generic_plan, format json) ${sql}`,
    );
    return rows[0]?.['QUERY PLAN'][0]?.Plan;
  } catch {
    return undefined;
  }
}

const nodesIn = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** `job.platform_id = $1` is the equation of the alias `job` with `$1`. */
interface Equation {
  readonly alias: string;
  readonly other: string;
}

const conditionNames = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];

function equationsOf(node: PlanNode): Equation[] {
  const terms = conditionNames.flatMap((name) => termsOf(String(node[name] ?? '')));
  return terms.flatMap((term) => {
    const [left = '', right = '', ...more] = split(term, ' = ');
    if (right === '' || more.length > 0) return [];
    return [
      { alias: aliasIn(left), other: right },
      { alias: aliasIn(right), other: left },
    ].filter(({ alias }) => alias !== '');
  });
}

const aliasIn = (side: string) => /^(\w+)\.platform_id$/.exec(side)?.[1] ?? '';

/** A platform is named if it equals a parameter, or a column of a source that is no table, or of a table whose platform is named. */
function aliasesOfNamed(equations: readonly Equation[], scanned: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  for (let before = -1; before < named.size; ) {
    before = named.size;
    for (const { alias, other } of equations) {
      const source = /^(\w+)\.\w+$/.exec(other)?.[1];
      if (source === undefined || named.has(source) || !scanned.has(source)) named.add(alias);
    }
  }
  return named;
}

/** The terms that must all hold, so not those of an `or`. */
function termsOf(condition: string): string[] {
  if (isWrapped(condition)) return termsOf(condition.slice(1, -1));
  const parts = split(condition, ' AND ');
  return parts.length > 1 ? parts.flatMap(termsOf) : [condition];
}

/** Splits outside of parentheses. */
function split(text: string, by: string): string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    depth += depthOf(text[at]);
    if (depth !== 0 || !text.startsWith(by, at)) continue;
    parts.push(text.slice(start, at));
    start = at + by.length;
  }
  return [...parts, text.slice(start)];
}

/** Whether the first parenthesis closes at the end. */
function isWrapped(text: string): boolean {
  let depth = 0;
  const end = [...text].findIndex((character) => (depth += depthOf(character)) === 0);
  return text.startsWith('(') && end === text.length - 1;
}

const depthOf = (character: string | undefined) => (character === '(' ? 1 : character === ')' ? -1 : 0);
