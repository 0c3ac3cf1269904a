// The multipliers of a quote are kept together: there are none where bitcoin is not traded.
import type { Migration } from '../../kit/storage/migrations.ts';

export const multipliers: Migration = {
  name: '0012-multipliers',
  sql: `
    update transaction
    set details = jsonb_set(details, '{quote,rates}', jsonb_build_object(
      'locked', details #> '{quote,rates,locked}',
      'multipliers', (details #> '{quote,rates}') - 'locked'))
    where details #> '{quote,rates}' ? 'serviceMultiplier'`,
};
