// A request with its bodies.
import { timeText } from '../format.ts';
import { useRead } from '../live.ts';
import type { LoggedRequest } from '../model.ts';
import { Facts, Id, Json, Problem, Status } from '../parts.tsx';

export function RequestView({ id }: { readonly id: string }) {
  const { body, problem } = useRead<LoggedRequest>(`/sandbox/requests/${id}`);
  if (!body) return problem === undefined ? <p class="hint">Loading…</p> : <Problem text={problem} />;
  const { method, path, status, errorCode, durationMs, startedAt, requestId, operation, tokenId, resources } = body;
  return (
    <>
      <h1 class="path">
        {method} {path}
      </h1>
      <Facts
        facts={{
          Status: <Status value={status} />,
          Error: errorCode && <a href={`./docs/guides/errors#${errorCode}`}>{errorCode}</a>,
          Operation: operation,
          Duration: `${durationMs} ms`,
          Time: timeText(startedAt),
          'Request id': <code>{requestId}</code>,
          Token: tokenId && <Id id={tokenId} isWhole />,
          Resources:
            resources.length > 0 &&
            resources.map((resource) => (
              <div key={resource}>
                <Id id={resource} isWhole />
              </div>
            )),
        }}
      />
      <Json label="Request body" body={body.requestBody} />
      <Json label="Response body" body={body.responseBody} />
    </>
  );
}
