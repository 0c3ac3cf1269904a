// The files with statements of stores and of the kit.
import { type OperationNode, RawNode } from 'kysely';
import { sourceFiles, textOf } from '../kit/sources.ts';
import type { StoreStatement } from './store-statements.ts';

export const storeFiles = sourceFiles('.ts').filter((file) => /^services\/(kit|[a-z]+\/store)\//.test(file) && isQuerying(file));

function isQuerying(file: string): boolean {
  return /\bfrom 'kysely'|\/tables\.ts'|\bQueryConfig\b/.test(textOf(file));
}

/** The schema of its unqualified names. Every schema has the tables of the kit. */
export const schemaOf = (file: string) => file.replace(/^services\/([a-z]+)\/.*/, '$1').replace('kit', 'platform');

/** Kysely drops conditions on undefined values. The properties of some specimens are undefined; types keep callers from that. */
export const isAsCalled = ({ isWhole, node }: StoreStatement) => isWhole || !node || RawNode.is(node);

/** Of the templates in a statement, at any depth. */
export function fragmentsIn(node: unknown): string[] {
  if (!node || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap((child) => fragmentsIn(child));
  return RawNode.is(node as OperationNode) ? [(node as RawNode).sqlFragments.join('?'), ...inside] : inside;
}
