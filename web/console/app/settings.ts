// What the page tells the app, and the platforms that this tab is signed in to.

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Settings {
  /** Who signs in. */
  readonly visitor: 'platform' | 'operator';
  /** Where the operations are. */
  readonly prefix: string;
  /** Of a sandbox on this machine. */
  readonly credentials?: Credentials;
}

export const settings = JSON.parse(document.body.dataset.settings ?? '{}') as Settings;

/** Operators read a platform, and change nothing. */
export const isForOperators = settings.visitor === 'operator';

export interface Platform extends Credentials {
  /** `Fork 1`. Absent: the platform of the sign-in. */
  readonly fork?: string;
}

/** The platform of the sign-in, then its forks. */
export interface Platforms {
  readonly all: readonly Platform[];
  /** The one that is shown, as its place in `all`. */
  readonly shown: number;
}

const storageKey = 'payments-console';

/** Of this tab. The sandbox on this machine may be a new one since they were saved. */
export function savedPlatforms(): Platforms {
  const { credentials } = settings;
  const saved = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Platforms | null;
  const isKnown = saved !== null && (!credentials || saved.all[0]?.clientId === credentials.clientId);
  return isKnown ? saved : { all: credentials ? [credentials] : [], shown: 0 };
}

export function savePlatforms(platforms: Platforms): void {
  sessionStorage.setItem(storageKey, JSON.stringify(platforms));
}
