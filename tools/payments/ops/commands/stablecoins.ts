// `ops stablecoins`: the use of tokens as currencies, and links to provider accounts.
import {
  StablecoinProviderAccountSchema,
  StablecoinProviderAccountStatus,
} from '../../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import {
  StablecoinSchema,
  StablecoinServiceOperationsStatusSchema,
} from '../../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { enumIn, namesOf } from '../enums.ts';
import { opsCommand, plain } from '../ops-command.ts';

export const stablecoinsDecide = opsCommand({
  name: 'stablecoins decide',
  summary: `Decide about a stablecoin as a currency of its platform: ${namesOf(StablecoinServiceOperationsStatusSchema).join(', ')}`,
  isForPlatform: true,
  parameters: [
    { name: 'stablecoin', description: 'its id' },
    { name: 'status', description: 'the next status' },
  ],
  examples: ['stablecoins decide Stablecoin:019… PENDING_APPROVAL --platform 019…'],
  run: async ({ client, print, parameters: [stablecoinId = '', name = ''] }) => {
    const status = enumIn(StablecoinServiceOperationsStatusSchema, name);
    const decided = await client(StablecoinReportService).setServiceOperationsStatus({ stablecoinId, status });
    print.fields(plain(StablecoinSchema, decided));
  },
});

export const stablecoinsRevoke = opsCommand({
  name: 'stablecoins revoke',
  summary: 'Withdraw the link to a provider account: no more mints and burns',
  isForPlatform: true,
  parameters: [{ name: 'link', description: 'id of the stablecoin provider account' }],
  isIrreversible: 'A revoked link cannot be restored',
  examples: ['stablecoins revoke StablecoinProviderAccount:019… --platform 019… --yes'],
  run: async ({ client, print, parameters: [stablecoinProviderAccountId = ''] }) => {
    const { REVOKED: status } = StablecoinProviderAccountStatus;
    const reports = client(StablecoinReportService);
    const link = await reports.reportStablecoinProviderAccount({ stablecoinProviderAccountId, status });
    print.fields(plain(StablecoinProviderAccountSchema, link));
  },
});
