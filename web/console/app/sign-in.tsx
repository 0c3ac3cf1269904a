// Signing in with an API token of a sandbox platform.
import { useState } from 'preact/hooks';
import { basicIdentity, openApi } from './api.ts';
import { Problem } from './parts.tsx';
import type { Credentials } from './settings.ts';

export function SignIn({ onDone }: { readonly onDone: (proven: Credentials) => void }) {
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const given = { clientId: String(fields.get('clientId')), clientSecret: String(fields.get('clientSecret')) };
    try {
      await openApi(basicIdentity(given)).get('/sandbox/clock');
      onDone(given);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <main>
      <h1>Console</h1>
      <p class="lead">Sign in with an API token of a sandbox platform. It is kept in this tab only.</p>
      <Problem text={problem} />
      <form onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="clientId">Client id</label>
          <input id="clientId" name="clientId" required autocomplete="username" />
        </div>
        <div class="field">
          <label for="clientSecret">Client secret</label>
          <input id="clientSecret" name="clientSecret" type="password" required autocomplete="current-password" />
        </div>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
