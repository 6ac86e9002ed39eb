import { visible } from '../format';
import { useTitle } from '../parts';

export function Nowhere({ path }: { path: string }) {
    useTitle('Not found');
    return (
        <div class="nowhere">
            <h1>There is no view at this address</h1>
            <p class="muted">{visible(path)}</p>
            <p>
                <a href="/">Go to the cluster</a>, or press <kbd>?</kbd> for the keyboard shortcuts.
            </p>
        </div>
    );
}
