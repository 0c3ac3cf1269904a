// Signing in, and the frame of all views.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { openApi } from './api.ts';
import { timeText } from './format.ts';
import { LiveContext, useRead, useRequests } from './live.ts';
import type { Clock } from './model.ts';
import { SwitchContext, useSavedPlatforms, useSwitch } from './platforms.ts';
import { addressOf, usePlace } from './router.ts';
import type { Credentials } from './settings.ts';
import { SignIn } from './sign-in.tsx';
import { CustomerView } from './views/customer.tsx';
import { CustomersView } from './views/customers.tsx';
import { LedgerView } from './views/ledger.tsx';
import { PaymentView } from './views/payment.tsx';
import { PaymentsView } from './views/payments.tsx';
import { RequestView } from './views/request.tsx';
import { RequestsView } from './views/requests.tsx';
import { SandboxView } from './views/sandbox.tsx';
import { WebhookView } from './views/webhook.tsx';
import { WebhooksView } from './views/webhooks.tsx';

interface View {
  readonly title: string;
  readonly list: () => preact.JSX.Element;
  readonly one?: (props: { readonly id: string }) => preact.JSX.Element;
}

const views = new Map<string, View>([
  ['requests', { title: 'Requests', list: RequestsView, one: RequestView }],
  ['payments', { title: 'Payments', list: PaymentsView, one: PaymentView }],
  ['customers', { title: 'Customers', list: CustomersView, one: CustomerView }],
  ['webhooks', { title: 'Webhooks', list: WebhooksView, one: WebhookView }],
  ['ledger', { title: 'Ledger', list: LedgerView }],
  ['sandbox', { title: 'Sandbox', list: SandboxView }],
]);

export function App() {
  const platforms = useSavedPlatforms();
  const { current, signIn } = platforms;
  if (!current) return <SignIn onDone={signIn} />;
  return (
    <SwitchContext.Provider value={platforms}>
      <Console key={current.clientId} credentials={current} />
    </SwitchContext.Provider>
  );
}

function Console({ credentials }: { readonly credentials: Credentials }) {
  const api = useMemo(() => openApi(credentials), [credentials]);
  const live = useRequests(api);
  return (
    <LiveContext.Provider value={live}>
      <Frame />
    </LiveContext.Provider>
  );
}

function Frame() {
  const { view: name, id } = usePlace();
  const main = useRef<HTMLElement>(null);
  const view = views.get(name);
  const title = view?.title ?? 'Unknown page';
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${title} – Console`;
    if (!isFirst.current) main.current?.focus(); // screen readers continue at the new view
    isFirst.current = false;
  }, [title, id]);
  return (
    <>
      <Header current={name} />
      <main class="console" ref={main} tabIndex={-1}>
        {view?.one && id !== undefined ? <view.one key={id} id={id} /> : view ? <view.list /> : <h1>{title}</h1>}
      </main>
    </>
  );
}

function Header({ current }: { readonly current: string }) {
  const { body: clock, problem } = useRead<Clock>('/sandbox/clock');
  return (
    <header class="bar">
      <nav aria-label="Views">
        {[...views].map(([name, { title }]) => (
          <a key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <span class="hint">{problem ?? (clock ? `Platform time ${timeText(clock.now)}` : '')}</span>
      <PlatformSelect />
    </header>
  );
}

/** Only if forks were opened. */
function PlatformSelect() {
  const { all, shown, show } = useSwitch();
  if (all.length < 2) return null;
  return (
    <label class="filters">
      Platform{' '}
      <select value={shown} onInput={({ currentTarget }) => show(Number(currentTarget.value))}>
        {all.map(({ clientId, fork }, place) => (
          <option key={clientId} value={place}>
            {fork ?? 'Original'}
          </option>
        ))}
      </select>
    </label>
  );
}
