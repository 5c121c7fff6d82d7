import { useSyncExternalStore } from 'react';

/** All pages, in the order of the navigation. Each is a folder of `features/`; `renderer/pages.tsx` maps them to components. */
export const pages = [
  'home',
  'files',
  'sharing',
  'activity',
  'attention',
  'favourites',
  'recents',
  'bookmarks',
  'requests',
  'hubs',
  'trash',
  'people',
  'governance',
  'connections',
  'settings',
  'welcome',
] as const;
export type Page = (typeof pages)[number];

/** `#/activity?path=a%2Fb` -> page and parameters; anything unknown is home. */
export type Route = { readonly page: Page; readonly parameters: URLSearchParams };

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const page = pages.find((known) => known === path) ?? 'home';
  return { page, parameters: new URLSearchParams(query) };
}

export function hrefOf(page: Page, parameters: Readonly<Record<string, string>> = {}): string {
  // A list asks for the link of each row: `URLSearchParams` takes ten times as long.
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

/** Goes to another page in place of this one, whose entry in the history keeps its state. */
export function replaceRoute(href: string): void {
  const state: unknown = window.history.state;
  window.location.replace(href);
  window.history.replaceState(state, '');
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribeToHash, () => window.location.hash));
}

function subscribeToHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
