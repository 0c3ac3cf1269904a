// Plans, as text for an operator.
import type { Plan, Step } from './plan.ts';

export function textOf({ service, steps }: Plan): string {
  const width = Math.max(...steps.map(({ table }) => table.length));
  const lines = steps.map((step) => `  ${step.table.padEnd(width)}  ${actionOf(step)}\n`);
  return `${service}\n${lines.join('')}`;
}

function actionOf({ column, placement, rows, isDone }: Step): string {
  if (column === undefined) return `stays on the coordinator: ${placement && 'rows' in placement ? placement.rows : ''}`;
  if (isDone) return `is distributed by ${column}`;
  const count = rows < 0 ? 'never analyzed' : `about ${rows.toLocaleString('en')} rows`;
  return `distribute by ${column}: ${placement && 'of' in placement ? `directory of ${placement.of}, ` : ''}${count}`;
}
