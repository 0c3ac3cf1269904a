// `reset`: returns a sandbox platform to its first state.
import { command } from '../command.ts';
import { UsageMistake } from '../failures.ts';

export const reset = command({
  name: 'reset',
  summary: 'Return the sandbox platform to its first state',
  details: [
    'Removes customers, accounts, payments, events and faults, and sets the clock to real time. Keeps the configuration and API tokens.',
  ],
  options: { yes: { description: 'required, because nothing can be restored' } },
  examples: ['reset --yes'],
  run: async ({ platform: connected, print, has }) => {
    if (!has('yes')) throw new UsageMistake('This removes all data of the platform. Pass --yes.');
    const platform = await connected();
    await platform.post('/sandbox/reset');
    print.result({ reset: platform.connection.origin }, () => ['The platform is in its first state.']);
  },
});
