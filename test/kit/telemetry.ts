// The metrics of a test world.
import type { GatewayOptions } from '../../gateway/app.ts';
import { openTelemetry, type Telemetry } from '../../services/kit/process/telemetry.ts';
import { observeCertificate } from '../../services/kit/process/tls.ts';
import { observeGauges } from '../../services/kit/service/gauges.ts';
import type { Running } from '../../services/kit/service/start-services.ts';

export function telemetryOf({ gauges }: Running, { certificate }: Pick<GatewayOptions, 'certificate'>): Telemetry {
  const telemetry = openTelemetry();
  observeGauges(telemetry.meter, gauges);
  if (certificate) observeCertificate(telemetry.meter, certificate);
  return telemetry;
}
