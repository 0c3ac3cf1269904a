// `snapshots`: states of a sandbox platform to which it can return.
import { command } from '../command.ts';
import { UsageMistake } from '../failures.ts';
import type { Columns } from '../printer.ts';

interface Snapshot {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: string;
}

const columns: Columns<Snapshot> = {
  snapshot: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ createdAt }) => createdAt,
};

const snapshot = { name: 'snapshot', description: 'the id of the snapshot' };

export const snapshotsTake = command({
  name: 'snapshots take',
  summary: 'Take a snapshot of the sandbox platform',
  details: ['A platform has at most 20.'],
  options: { name: { value: 'NAME', description: 'a name for people' } },
  examples: ['snapshots take', "snapshots take --name 'before the tests'"],
  run: async ({ platform, print, text }) => {
    const taken = await (await platform()).post<Snapshot>('/sandbox/snapshots', { name: text('name') });
    print.table([taken], columns);
    print.next(`snapshots restore ${taken.id} --yes`);
  },
});

export const snapshotsList = command({
  name: 'snapshots list',
  summary: 'List the snapshots of the platform, oldest first',
  examples: ['snapshots list'],
  run: async ({ platform, print }) => {
    const { data } = await (await platform()).get<{ data: Snapshot[] }>('/sandbox/snapshots');
    print.table(data, columns);
    if (data.length === 0) print.note('There are no snapshots.');
  },
});

export const snapshotsRestore = command({
  name: 'snapshots restore',
  summary: 'Return the sandbox platform to a snapshot',
  details: ['What was made since is gone; what was changed or deleted is back. API tokens stay as they are.'],
  parameters: [snapshot],
  options: { yes: { description: 'required, because later changes are lost' } },
  examples: ['snapshots restore Snapshot:019… --yes'],
  run: async ({ platform: connected, print, has, parameters: [id = ''] }) => {
    if (!has('yes')) throw new UsageMistake('This removes what was made since the snapshot. Pass --yes.');
    await (await connected()).post(`/sandbox/snapshots/${id}/restore`);
    print.result({ restored: id }, () => [`The platform is as in ${id}.`]);
  },
});

export const snapshotsDelete = command({
  name: 'snapshots delete',
  summary: 'Delete a snapshot',
  parameters: [snapshot],
  examples: ['snapshots delete Snapshot:019…'],
  run: async ({ platform, print, parameters: [id = ''] }) => {
    await (await platform()).send({ method: 'DELETE', path: `/sandbox/snapshots/${id}` });
    print.result({ id }, () => [`${id} is deleted.`]);
  },
});
