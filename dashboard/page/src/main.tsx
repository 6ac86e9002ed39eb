import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';
import { listenToKeys } from './keys';
import { listen, route, type Route } from './router';
import { takeSession } from './session';
import { Banner, Notices, pauseOrResume, Sheets, step, TopBar } from './shell';
import { connection, writable } from './store';
import { start } from './stream';
import { Charts } from './views/charts';
import { Cluster } from './views/cluster';
import { Create } from './views/create';
import { Decision } from './views/decision';
import { HelpPages } from './views/help';
import { NodeView } from './views/node';
import { Nowhere } from './views/nowhere';
import { Pods } from './views/pods';
import { Queue } from './views/queue';
import { SignIn } from './views/signin';

function View({ of }: { of: Route }) {
    switch (of.view) {
        case 'cluster':
            return <Cluster />;
        case 'node':
            return <NodeView key={of.name} name={of.name} />;
        case 'queue':
            return <Queue state={of.state} />;
        case 'pods':
            return <Pods />;
        case 'pod':
            return <Decision key={`${of.namespace}/${of.name}`} namespace={of.namespace} name={of.name} />;
        case 'charts':
            return <Charts />;
        case 'create':
            return <Create />;
        case 'help':
            return <HelpPages page={of.page} />;
        case 'nowhere':
            return <Nowhere path={of.path} />;
    }
}

function Page() {
    const main = useRef<HTMLElement>(null);
    const first = useRef(true);
    const present = route.value;
    useEffect(() => {
        // A new view begins where the reader is; what follows with Tab is in it.
        if (!first.current) {
            main.current?.focus({ preventScroll: true });
            main.current?.scrollTo(0, 0);
        }
        first.current = false;
    }, [JSON.stringify(present)]);
    if (connection.value === 'signed out') {
        return <SignIn />;
    }
    return (
        <>
            <a class="skip" href="#main">
                Skip to the content
            </a>
            <TopBar />
            <Banner />
            <main id="main" tabIndex={-1} ref={main} class={`view-${present.view}`}>
                <View of={present} />
            </main>
            <Notices />
            <Sheets />
        </>
    );
}

takeSession();
listen();
listenToKeys({ pause: pauseOrResume, step, writable: () => writable.peek() });
const root = document.getElementById('page');
if (root) {
    render(<Page />, root);
}
void start();
