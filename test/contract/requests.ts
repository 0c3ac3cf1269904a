// Requests to any operation, built from the resources of a platform.
import { randomUUID } from 'node:crypto';
import { Authentication, field as fieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Tenant } from '../kit/platform.ts';
import type { RestAnswer, RestOptions } from '../kit/rest.ts';
import type { Operation } from './operations.ts';
import { sampleOf } from './schema.ts';
import { specimens } from './specimens.ts';
import type { Things } from './things.ts';

/** The resource for a kind of id, unless the operation's specimen names another. */
const thingsByKind: Readonly<Record<string, string>> = {
  Customer: 'customerId',
  Agent: 'agentId',
  AgentAction: 'agentActionId',
  InternalAccount: 'accountId',
  ExternalAccount: 'externalAccountId',
  Quote: 'quoteId',
  'Transaction|CardTransaction': 'transactionId',
  Transaction: 'transactionId',
  Token: 'tokenId',
  AuthMethod: 'credentialId',
  BeneficialOwner: 'beneficialOwnerId',
  Document: 'documentId',
  Verification: 'verificationId',
  Job: 'jobId',
  Session: 'sessionId',
  DelegatedKey: 'delegatedKeyId',
  Card: 'cardId',
  CardTransaction: 'openPaymentId',
  StablecoinProviderAccount: 'stablecoinProviderAccountId',
  Stablecoin: 'stablecoinId',
  Webhook: 'eventId',
  Fault: 'faultId',
  Snapshot: 'snapshotId',
  Request: 'loggedRequestId',
  TwoFactorReset: 'resetId',
  StablecoinOperation: 'stablecoinOperationId',
};

export interface Request {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly payload?: NonNullable<RestOptions['payload']>;
  /** For operations of agents. */
  readonly token?: string;
}

/** A valid request. An operation without a specimen gets the minimum that its schema requires. */
export function requestOf(operation: Operation, things: Things): Request {
  const { variables } = operation;
  const ids = Object.fromEntries(variables.map((name) => [name, idOf(operation, name, things) ?? unknownId(operation, name)]));
  const { query = {}, body, payload } = specimens[operation.id]?.(things) ?? {};
  const request = { ids, query, ...credentialOf(operation, things) };
  if (payload) return { ...request, payload };
  if (!operation.json) return request;
  return { ...request, body: body ?? sampleOf(operation.json, things) };
}

/**
 * The credential of an agent for its operations, and that of another platform to reset and restore. Nothing for others, which use that of the
 * platform.
 */
export function credentialOf({ id, route }: Operation, { accessToken, spareToken }: Things): Pick<Request, 'token'> {
  if (['resetPlatform', 'restoreSnapshot', 'deleteSnapshot'].includes(id)) return { token: spareToken };
  return route.rule.authentication === Authentication.AGENT ? { token: accessToken } : {};
}

/** The parameters that a list requires. */
export function requiredQuery(operation: Operation, things: Things): Record<string, string> {
  const { query } = requestOf(operation, things);
  const required = operation.query.filter(({ required }) => required).map(({ name }) => [name, query[name] ?? '']);
  return Object.fromEntries(required);
}

/** The id for a path variable; undefined if no resource is of its kind. */
export function idOf(operation: Operation, variable: string, things: Things): string | undefined {
  const { id, idsByName } = specimens[operation.id]?.(things) ?? {};
  return idsByName?.[variable] ?? id ?? things[thingsByKind[kindOf(operation, variable)] ?? ''];
}

export type Sent = Omit<Request, 'token'> & RestOptions;

/** Sends a request with some parts replaced. */
export async function send(tenant: Pick<Tenant, 'rest'>, operation: Operation, request: Sent): Promise<RestAnswer> {
  const { ids, query, body, headers, ...options } = request;
  const key = operation.needsKey ? { 'idempotency-key': randomUUID() } : {};
  return tenant.rest(operation.verb, urlOf(operation, ids, query), {
    ...options,
    headers: { ...key, ...headers },
    ...(options.payload === undefined && body !== undefined && { body }),
  });
}

export function urlOf({ path }: Operation, ids: Request['ids'], query: Request['query'] = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const text = new URLSearchParams(query).toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** The kind of id of a path variable: `Customer`. */
export function kindOf({ route }: Operation, variable: string): string {
  const field = route.pathFields.find(({ jsonName }) => jsonName === variable);
  return (field && optionOf(field, fieldRule)?.idKind) ?? '';
}

/** Well formed, but unknown. */
export function unknownId(operation: Operation, variable: string): string {
  const [kind = ''] = kindOf(operation, variable).split('|');
  return kind === '' ? randomUUID() : `${kind}:${randomUUID()}`;
}

/** Replaces every id in a value by the other platform's id of the same name. */
export function withIdsOf<T>(value: T, from: Things, to: Readonly<Record<string, string>>): T {
  const names = new Map(Object.entries(from).map(([name, id]) => [id, name]));
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const name = typeof inner === 'string' ? names.get(inner) : undefined;
    return name === undefined ? inner : to[name];
  }) as T;
}

/** Without ids that each read generates. */
export function withoutNew<T>(body: T): T {
  return JSON.parse(JSON.stringify(body).replace(/"Lookup:[^"]+"/g, '"Lookup"'));
}
