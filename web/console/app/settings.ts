// What the page tells the app.

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Settings {
  /** Where the operations are. */
  readonly prefix: string;
  /** Of a sandbox on this machine. */
  readonly credentials?: Credentials;
}

export const settings = JSON.parse(document.body.dataset.settings ?? '{}') as Settings;

const storageKey = 'payments-console';

/** Of this tab. */
export function savedCredentials(): Credentials | undefined {
  const saved = sessionStorage.getItem(storageKey);
  return saved === null ? settings.credentials : (JSON.parse(saved) as Credentials);
}

export function saveCredentials(credentials: Credentials): void {
  sessionStorage.setItem(storageKey, JSON.stringify(credentials));
}
