// Calls to the rail and jobs of a payment.
import type { Activity } from '../model.ts';
import { Status } from '../parts.tsx';

const titles = { RAIL_CALL: 'Rail call', JOB: 'Job' };

export function ActivityMoment({ activity }: { readonly activity: Activity }) {
  const { type, name, outcome, result, durationMs, requestId, traceId } = activity;
  return (
    <div>
      {titles[type]} <b>{name}</b> <Status value={outcome} /> {result}
      {durationMs !== undefined && <span class="hint"> {durationMs} ms</span>}
      <div class="hint">
        Request <code title={requestId}>{requestId}</code>
        {traceId !== undefined && (
          <>
            , trace <code>{traceId}</code>
          </>
        )}
      </div>
    </div>
  );
}
