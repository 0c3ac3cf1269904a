// The context for saving parts of the form.
import type { HostedVerification } from '../../gen/payments/customers/v1/kyc_link_pb.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import type { Check } from '../../services/kit/messages/check.ts';
import type { Form } from './read-form.ts';

export interface Saving {
  readonly view: HostedVerification;
  readonly form: Form;
  readonly dispatch: Dispatch;
  /** Called services. */
  readonly checks: readonly Check[];
  /** In the name of the customer's platform. */
  readonly call: Call;
}
