// The metrics of a test world.
import type { GatewayOptions } from '../../gateway/app.ts';
import type { Telemetry } from '../../services/kit/process/telemetry.ts';
import { observeCertificate } from '../../services/kit/process/tls.ts';
import { observeGauges } from '../../services/kit/service/gauges.ts';
import type { Running } from '../../services/kit/service/start-services.ts';

/** Registers the gauges of a world that runs. */
export function observeWorld(
  { meter }: Telemetry,
  { gauges }: Running,
  { certificate }: Pick<GatewayOptions, 'certificate'>,
): void {
  observeGauges(meter, gauges);
  if (certificate) observeCertificate(meter, certificate);
}
