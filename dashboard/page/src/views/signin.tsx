import { useState } from 'preact/hooks';
import { errorText, signIn } from '../api';
import { Trouble, useTitle } from '../parts';
import { start } from '../stream';

export function SignIn() {
    useTitle('Sign in');
    const [token, setToken] = useState('');
    const [error, setError] = useState('');
    const [busy, setBusy] = useState(false);
    return (
        <main id="main" class="signin" tabIndex={-1}>
            <form
                class="panel"
                onSubmit={(event) => {
                    event.preventDefault();
                    setBusy(true);
                    setError('');
                    signIn(token)
                        .then(start, (broken: unknown) => setError(`Sign-in failed: ${errorText(broken)}`))
                        .finally(() => setBusy(false));
                }}
            >
                <h1>Sign in to Berth</h1>
                <p class="muted">
                    The address that berth up prints contains the token, after “token=”. For berth run, use a token of the cluster: kubectl create
                    token NAME.
                </p>
                <label>
                    Token
                    <input
                        type="password"
                        autocomplete="off"
                        autofocus
                        value={token}
                        onInput={(event) => setToken(event.currentTarget.value)}
                    />
                </label>
                <button type="submit" class="primary" disabled={busy || token.trim() === ''}>
                    Sign in
                </button>
                {error !== '' && <Trouble error={error} />}
            </form>
        </main>
    );
}
