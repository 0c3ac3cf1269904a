// stub
import type { Machine } from '../kit/machine.ts';
import type { Table } from '../kit/table.ts';
export const payments = async (_machine: Machine, _rounds: number): Promise<Table[]> => [];
