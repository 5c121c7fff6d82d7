import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import type { HostBridge, TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { say } from '../../texts/say.ts';
import { localizedBridge } from '../bridge/localized-bridge.ts';
import { openSession, type Session } from '../bridge/session.ts';
import { type Store, writableStore } from '../bridge/store.ts';
import { createFreshness } from '../fresh/freshness.ts';
import { hrefOf, parseRoute } from '../hooks/route.ts';
import { dropTexts } from '../preferences/kept-text.ts';
import { accountBridge } from './account-bridge.ts';

/** All that the window holds of one account: its bridge, what it has read, and its uploads. */
export type AccountWindow = {
  /** Another number for another account. */
  readonly id: number;
  readonly bridge: TandemBridge;
  readonly session: Session;
  readonly queries: QueryClient;
};

const defaultOptions: DefaultOptions = {
  // The bridge is local: it answers or it is disconnected, and queries run again after a reconnect. A list of 100,000 rows takes 200 MB, so unused
  // data is dropped after a minute.
  queries: { retry: false, networkMode: 'always', gcTime: 60_000 },
  mutations: { networkMode: 'always' },
};

/** The current account's part of the window. When the account changes, nothing of it remains, and the next one begins with an empty one. */
export function accountWindows(host: HostBridge): Store<AccountWindow> {
  let over = new AbortController();
  let known = '';
  const windows = writableStore<AccountWindow | null>(null);
  // Before the session of the account, which must not get the status of the next one.
  host.subscribe('status', ({ account }) => {
    const before = known;
    known = account.key;
    // Without an account there is nothing to leave.
    if (before === '' || before === known) return;
    over.abort();
    over = new AbortController();
    leavePlace();
    windows.set(open(host, over.signal, current().id + 1));
  });
  const first = open(host, over.signal, 0);
  const current = (): AccountWindow => windows.get() ?? first;
  return { get: current, subscribe: windows.subscribe };
}

function open(host: HostBridge, over: AbortSignal, id: number): AccountWindow {
  const queries = new QueryClient({ defaultOptions });
  const freshness = createFreshness(queries);
  const own = accountBridge(host, over);
  const bridge = freshness.observe(localizedBridge(own, say));
  const session = openSession(bridge, own, over);
  freshness.follow(bridge, session);
  return { id, bridge, session, queries };
}

/** The folders, files and forms of the page have ids of the former account. */
function leavePlace(): void {
  const { page, parameters } = parseRoute(window.location.hash);
  if (parameters.size > 0) window.location.replace(hrefOf(page));
  for (const start of ['welcome.', 'selection.']) dropTexts(start);
}
