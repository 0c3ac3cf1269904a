// A gateway for the specimen service of the tests: real routes, with methods of the test.
import { create, type Message } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import fastify, { type FastifyInstance } from 'fastify';
import { compileRoutes } from '../../gateway/transcoder/compile.ts';
import { type RestOptions, registerRoutes } from '../../gateway/transcoder/register.ts';
import { installConventions, serverOptions } from '../../gateway/transcoder/server.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { SpecimenService } from '../../gen/payments/test/v1/specimen_service_pb.ts';
import type { Call, Reply } from '../../services/kit/core/call.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { type Log, silent } from '../../services/kit/core/log.ts';

export const prefix = '/2025-10-13';

/** What reached a method. */
export interface Arrived {
  readonly method: string;
  readonly request: Message;
  readonly call: Call;
}

export interface Bench {
  readonly app: FastifyInstance;
  readonly arrived: Arrived[];
}

interface BenchParts extends Partial<RestOptions> {
  /** The reply of every method. */
  readonly reply?: (arrived: Arrived) => Partial<Reply> | Promise<Partial<Reply>>;
  readonly log?: Log;
}

/** A gateway whose methods answer `reply`, and which records its requests. */
export async function openBench({ reply, log = silent, ...options }: BenchParts = {}): Promise<Bench> {
  const arrived: Arrived[] = [];
  const conventions = { log, prefix, publicUrl: 'http://localhost:8080' };
  const app = fastify(serverOptions(conventions));
  await installConventions(app, conventions);
  registerRoutes(app, {
    routes: compileRoutes([SpecimenService]),
    checks: [],
    prefix,
    authenticate: async (request) => callers.get(request.headers.authorization ?? ''),
    dispatch: async (method, request, call) => {
      const arrival = { method: method.name, request, call };
      arrived.push(arrival);
      return { message: create(method.output), replayed: false, ...(await reply?.(arrival)) };
    },
    ...options,
  });
  return { app, arrived };
}

const all = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];
const platform = { platformId: '0199aaaa-0000-7000-8000-000000000001', clockOffsetMs: 0 };

/** Callers by their Authorization header. */
const callers = new Map<string, Caller>([
  ['all', { ...platform, environment: 'sandbox', permissions: all }],
  ['view', { ...platform, environment: 'sandbox', permissions: [Permission.VIEW] }],
  ['production', { ...platform, environment: 'production', permissions: all }],
]);

export const empty = { message: create(EmptySchema) };
export const specimenId = 'Specimen:0199aaaa-0000-7000-8000-00000000000a';
export const customerId = 'Customer:0199aaaa-0000-7000-8000-00000000000c';
