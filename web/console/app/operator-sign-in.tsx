// Signing in with the credential of an operator, for one platform.
import { useState } from 'preact/hooks';
import { openApi, operatorIdentity } from './api.ts';
import { Problem } from './parts.tsx';

export interface OperatorAccess {
  readonly platformId: string;
  readonly token: string;
}

export function OperatorSignIn({ onDone }: { readonly onDone: (proven: OperatorAccess) => void }) {
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const given = { platformId: String(fields.get('platformId')).trim(), token: String(fields.get('token')).trim() };
    try {
      await openApi(operatorIdentity(given)).get('/transactions?limit=1');
      onDone(given);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <main>
      <h1>Console</h1>
      <p class="lead">Sign in with the credential of an operator. It is forgotten when the page is closed or loaded again.</p>
      <p class="hint">
        It requires the scope VIEW_PERSONAL, and VIEW for verifications. Each read is recorded in the log of operators.
      </p>
      <Problem text={problem} />
      <form onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="platformId">Platform id</label>
          <input id="platformId" name="platformId" required autocomplete="off" />
        </div>
        <div class="field">
          <label for="token">Credential</label>
          <input id="token" name="token" type="password" required autocomplete="off" />
        </div>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
