// The platforms that the console can show: that of the sign-in, and the forks that were made here.
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { type Credentials, type Platform, type Platforms, savedPlatforms, savePlatforms } from './settings.ts';

export interface Switch extends Platforms {
  readonly current: Platform | undefined;
  readonly signIn: (credentials: Credentials) => void;
  readonly show: (place: number) => void;
  /** Shows the fork with these credentials. */
  readonly open: (fork: Credentials) => void;
  /** Forgets the fork that is shown. */
  readonly leave: () => void;
}

export const SwitchContext = createContext<Switch | undefined>(undefined);

export function useSwitch(): Switch {
  const known = useContext(SwitchContext);
  if (!known) throw new Error('A view is shown before signing in.');
  return known;
}

export function useSavedPlatforms(): Switch {
  const [{ all, shown }, setPlatforms] = useState(savedPlatforms);
  const change = (platforms: Platforms) => {
    savePlatforms(platforms);
    setPlatforms(platforms);
  };
  return {
    all,
    shown,
    current: all[shown],
    signIn: (credentials) => change({ all: [credentials], shown: 0 }),
    show: (place) => change({ all, shown: place }),
    open: ({ clientId, clientSecret }) =>
      change({ all: [...all, { clientId, clientSecret, fork: nextName(all) }], shown: all.length }),
    leave: () => change({ all: all.filter((_, place) => place !== shown), shown: 0 }),
  };
}

/** Names are not used again while later forks are open. */
function nextName(all: readonly Platform[]): string {
  return `Fork ${1 + Math.max(0, ...all.map(({ fork }) => Number(fork?.split(' ')[1] ?? 0)))}`;
}
