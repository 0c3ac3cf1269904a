// Addresses of views: `#/payments/Transaction:…?status=FAILED`.
import { useEffect, useState } from 'preact/hooks';
import { isForOperators } from './settings.ts';

export interface Place {
  /** `payments` */
  readonly view: string;
  /** Of a resource. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return placeOf(hash);
}

function placeOf(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/');
  return {
    view: view || (isForOperators ? 'payments' : 'requests'),
    id: id === undefined ? undefined : decodeURIComponent(id),
    query: new URLSearchParams(query),
  };
}

export function addressOf(view: string, id?: string): string {
  return `#/${view}${id === undefined ? '' : `/${id}`}`;
}

/** The view that shows a resource, by the kind of its id. */
export function viewOf(id: string): string | undefined {
  return views.get(id.split(':')[0] ?? '');
}

const views = new Map([
  ['Customer', 'customers'],
  ['Transaction', 'payments'],
  ['CardTransaction', 'payments'],
  ['StablecoinOperation', 'payments'],
  ['Webhook', 'webhooks'],
  ['Request', 'requests'],
]);
