// The issuer of a platform: the operator's in production, a simulated one in the sandbox.
import type { CardsContext } from '../context.ts';
import { connectedIssuer } from '../issuer/connected-issuer.ts';
import type { Issuer } from '../issuer/issuer.ts';

export function issuerOf({ caller, clients, sandboxIssuer }: CardsContext): Issuer {
  return caller.environment === 'sandbox' ? sandboxIssuer : connectedIssuer(clients.issuer);
}
