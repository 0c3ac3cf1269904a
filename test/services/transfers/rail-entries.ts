// Deposits that a rail reports, and what the ledger has booked on rails.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { expect } from 'vitest';
import { type RailEntry, RailEntryService } from '../../../gen/payments/transfers/v1/rail_entry_pb.ts';
import {
  AccountDepositState,
  RailReportService,
  type ReportAccountDepositRequestSchema,
} from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import type { Tenant, World } from '../../kit/platform.ts';

const dayMs = 86_400_000;

export function railEntriesIn({ wall }: Pick<World, 'wall'>) {
  const later = (ms: number) => timestampFromDate(new Date(wall.now().getTime() + ms));

  /** Of all pages. `from` and `to`: from now on. */
  async function entriesOf(tenant: Tenant, { rails = ['ACH'], from = -dayMs, to = dayMs, limit = 1_000 } = {}) {
    const client = tenant.internal(RailEntryService);
    const request = { rails, from: later(from), to: later(to), limit };
    const entries: RailEntry[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await client.listRailEntries({ ...request, ...(cursor !== undefined && { cursor }) });
      expect(page.hasMore).toBe(page.nextCursor !== undefined);
      entries.push(...page.data);
      cursor = page.nextCursor;
    }
    return entries;
  }

  /** 7 dollars by ACH, unless `more` says otherwise. */
  const reportDeposit = (tenant: Tenant, accountId: string, more: MessageInitShape<typeof ReportAccountDepositRequestSchema>) => {
    const money = { accountId, rail: 'ACH', currency: 'USD', amount: 700n, state: AccountDepositState.CLEARED };
    return tenant.internal(RailReportService).reportAccountDeposit({ ...money, ...more });
  };

  return { later, entriesOf, reportDeposit };
}
