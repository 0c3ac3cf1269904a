// All scenarios, by topic.
import { externalAccounts } from './accounts.ts';
import { cards } from './cards.ts';
import { codes } from './codes.ts';
import { customers } from './customers.ts';
import { payments } from './payments.ts';
import type { Scenario } from './scenario.ts';
import { stablecoins } from './stablecoins.ts';
import { uma } from './uma.ts';

export const scenarios: readonly Scenario[] = [
  ...payments,
  ...uma,
  ...customers,
  ...externalAccounts,
  ...codes,
  ...cards,
  ...stablecoins,
];
