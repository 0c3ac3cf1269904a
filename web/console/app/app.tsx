// Signing in, and the frame of all views.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Api, basicIdentity, openApi, operatorIdentity } from './api.ts';
import { timeText } from './format.ts';
import { LiveContext, useRead, useRequests } from './live.ts';
import type { Clock } from './model.ts';
import { type OperatorAccess, OperatorSignIn } from './operator-sign-in.tsx';
import { SwitchContext, useSavedPlatforms, useSwitch } from './platforms.ts';
import { addressOf, usePlace } from './router.ts';
import { type Credentials, isForOperators } from './settings.ts';
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
  ...ofSandbox(['requests', { title: 'Requests', list: RequestsView, one: RequestView }]),
  ['payments', { title: 'Payments', list: PaymentsView, one: PaymentView }],
  ['customers', { title: 'Customers', list: CustomersView, one: CustomerView }],
  ['webhooks', { title: 'Webhooks', list: WebhooksView, one: WebhookView }],
  ...ofSandbox(['ledger', { title: 'Ledger', list: LedgerView }], ['sandbox', { title: 'Sandbox', list: SandboxView }]),
]);

/** Operators read what also exists in production. */
function ofSandbox(...shown: [string, View][]): [string, View][] {
  return isForOperators ? [] : shown;
}

export function App() {
  return isForOperators ? <OperatorApp /> : <PlatformApp />;
}

/** The credential is in memory only: it is gone with the page. */
function OperatorApp() {
  const [access, setAccess] = useState<OperatorAccess>();
  const api = useMemo(() => access && openApi(operatorIdentity(access)), [access]);
  if (!access || !api) return <OperatorSignIn onDone={setAccess} />;
  return (
    <Console api={api}>
      <span class="hint">Platform {access.platformId}</span>
      <button type="button" class="quiet" onClick={() => setAccess(undefined)}>
        Sign out
      </button>
    </Console>
  );
}

function PlatformApp() {
  const platforms = useSavedPlatforms();
  const { current, signIn } = platforms;
  if (!current) return <SignIn onDone={signIn} />;
  return (
    <SwitchContext.Provider value={platforms}>
      <PlatformConsole key={current.clientId} credentials={current} />
    </SwitchContext.Provider>
  );
}

function PlatformConsole({ credentials }: { readonly credentials: Credentials }) {
  const api = useMemo(() => openApi(basicIdentity(credentials)), [credentials]);
  return (
    <Console api={api}>
      <PlatformTime />
      <PlatformSelect />
    </Console>
  );
}

/** `children`: at the end of the header. */
function Console({ api, children }: { readonly api: Api; readonly children: ComponentChildren }) {
  const live = useRequests(api);
  return (
    <LiveContext.Provider value={live}>
      <Frame>{children}</Frame>
    </LiveContext.Provider>
  );
}

function Frame({ children }: { readonly children: ComponentChildren }) {
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
      <Header current={name}>{children}</Header>
      <main class="console" ref={main} tabIndex={-1}>
        {view?.one && id !== undefined ? <view.one key={id} id={id} /> : view ? <view.list /> : <h1>{title}</h1>}
      </main>
    </>
  );
}

function Header({ current, children }: { readonly current: string; readonly children: ComponentChildren }) {
  return (
    <header class="bar">
      <nav aria-label="Views">
        {[...views].map(([name, { title }]) => (
          <a key={name} href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {children}
    </header>
  );
}

function PlatformTime() {
  const { body: clock, problem } = useRead<Clock>('/sandbox/clock');
  return <span class="hint">{problem ?? (clock ? `Platform time ${timeText(clock.now)}` : '')}</span>;
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
