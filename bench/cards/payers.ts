// Cards with money behind them, and all services with them in this process.
import { randomUUID } from 'node:crypto';
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { InternalAccountService } from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { BalancePart, HouseAccountKind, LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { CardForm, CardService } from '../../gen/payments/cards/v1/card_pb.ts';
import { CardReportService } from '../../gen/payments/cards/v1/card_report_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { services } from '../../services/all.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startServices } from '../../services/kit/service/start-services.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';

export const payerCount = 200;
const startAmount = 1_000_000_000_000n;

export interface Payer {
  /** uuid. */
  readonly accountId: string;
  /** Public id. */
  readonly cardId: string;
}

export interface World {
  readonly ledger: Client<typeof LedgerService>;
  readonly reports: Client<typeof CardReportService>;
  readonly payers: readonly Payer[];
  /** Forwards all events. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(databaseUrl: string, dataDir: string): Promise<World> {
  const running = await startServices({
    doors: services,
    databaseUrl: () => databaseUrl,
    settings: { mode: 'sandbox', sandboxTimeScale: 1, publicUrl: 'http://127.0.0.1:8080', dataDir },
    secrets: openSecrets([Buffer.alloc(32, 7)]),
    wall,
    log: silent,
  });
  const platformId = randomUUID();
  const caller = { platformId, environment: 'sandbox' as const, permissions: [], clockOffsetMs: 0, service: 'bench' };
  const call = { caller, requestId: 'bench', signal: new AbortController().signal, admitted: false };
  const client: ClientOf = (desc) => clientOf(desc, running.dispatch)(call);
  await client(PlatformDirectoryService).ensurePlatform({
    isRegulatedFinancialInstitution: true,
    currencies: ['USD'],
    clientId: platformId,
    clientSecret: platformId,
  });
  const payers: Payer[] = [];
  while (payers.length < payerCount) payers.push(await newPayer(client, () => running.settle()));
  return {
    ledger: client(LedgerService),
    reports: client(CardReportService),
    payers,
    settle: () => running.settle(),
    close: () => running.close(),
  };
}

type ClientOf = <S extends DescService>(desc: S) => Client<S>;

async function newPayer(client: ClientOf, settle: () => Promise<void>): Promise<Payer> {
  const kind = { case: 'individual' as const, value: { fullName: 'Ada Lovelace' } };
  const { id: customerId = '' } = await client(CustomerService).createCustomer({ kind, currencies: ['USD'] });
  await settle();
  const { data } = await client(InternalAccountService).listCustomerInternalAccounts({ customerId });
  const [account] = data;
  if (!account) throw new Error(`The customer ${customerId} has no account.`);
  const accountId = uuidIn(account.id);
  await fund(client, accountId);
  const order = { cardholderId: customerId, form: CardForm.VIRTUAL, fundingSources: [account.id] };
  const { id: cardId } = await client(CardService).createCard(order);
  return { accountId, cardId };
}

async function fund(client: ClientOf, accountId: string): Promise<void> {
  const world = { kind: { case: 'house' as const, value: { kind: HouseAccountKind.WORLD, subaccount: 'BENCH' } } };
  const account = { kind: { case: 'internal' as const, value: { accountId, part: BalancePart.AVAILABLE } } };
  const legs = [
    { account: world, currency: 'USD', amount: -startAmount },
    { account, currency: 'USD', amount: startAmount },
  ];
  await client(LedgerService).post({ subject: randomUUID(), step: 'IN', legs });
}
