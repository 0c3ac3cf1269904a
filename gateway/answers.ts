// Notes each answered call of REST and Connect, for the log and the metrics.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnsweredCall, NoteCall } from '../services/kit/core/answered-calls.ts';

/** Must be called before any route is registered. Monitoring is not noted. */
export function noteAnswers(app: FastifyInstance, note: NoteCall): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (!monitoring.has(request.routeOptions.url ?? '')) note(answeredOf(request, reply));
    done();
  });
}

const monitoring = new Set(['/livez', '/readyz', '/metrics']);

/** Paths can contain secrets, so only their templates are noted. */
function answeredOf(request: FastifyRequest, reply: FastifyReply): AnsweredCall {
  const { id, method: verb, caller, errorCode, connectPath } = request;
  const { url = 'unknown', config } = request.routeOptions;
  const { statusCode: status, elapsedTime: ms } = reply;
  return {
    door: connectPath === undefined ? 'rest' : 'connect',
    method: config.rpc ?? connectPath?.slice(1) ?? (config.hasOtherPaths ? 'unknown' : url),
    verb,
    status,
    code: errorCode ?? (status < 400 ? 'OK' : `HTTP_${status}`),
    ms,
    requestId: id,
    ...(caller && { caller }),
  };
}
