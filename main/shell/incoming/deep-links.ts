import type { ElectronModule } from '../electron-module.ts';
import type { Place } from '../window/window.ts';

/** The scheme of links into the application. */
const linkScheme = 'tandem';

/** The end of a browser sign-in: brings the window to the front without navigating. */
export const signedInLink = `${linkScheme}://signed-in`;

/** Longest accepted link, in characters. */
const longestLink = 2_048;

/** Pages that a link may open, by their names in links. */
const pages: Readonly<Record<string, Place>> = {
  home: '/',
  activity: '/activity',
  attention: '/attention',
  files: '/files',
  invitations: '/sharing',
  trash: '/trash',
};

/**
 * The target of a `tandem://` link: `tandem://home` (and the other pages), `tandem://item/file/ID` and `tandem://item/folder/ID` (ID: digits). Null
 * for everything else: links come from anywhere, so they only navigate. `tandem://signed-in`, the end of a sign-in, has no target: the window comes
 * to the front, and nothing in the link is trusted.
 */
export function placeOfLink(link: string): Place | null {
  if (link.length > longestLink || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== `${linkScheme}:` || url.search !== '' || url.hash !== '') return null;
  const [target = '', ...rest] = `${url.host}${url.pathname}`.split('/').filter((part) => part !== '');
  if (target === 'item') return placeOfItem(rest);
  return rest.length === 0 && Object.hasOwn(pages, target) ? (pages[target] ?? null) : null;
}

function placeOfItem([kind, id, ...more]: readonly string[]): Place | null {
  const isKind = kind === 'file' || kind === 'folder';
  if (!isKind || id === undefined || !/^\d{1,20}$/.test(id) || more.length > 0) return null;
  return `/files?${kind}=${id}`;
}

/** The first link among the arguments of a second start; null if there is none. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.startsWith(`${linkScheme}://`)) ?? null;
}

/** True if the system opens links with this application: an AppImage and an unpacked archive have no entry that it could know. */
export function receivesLinks(app: ElectronModule['app']): boolean {
  return app.isPackaged && app.isDefaultProtocolClient(linkScheme);
}

/**
 * Starts receiving links: registered with the system when installed. macOS delivers them by event, even before the application is ready, so call
 * this first; other systems pass them as arguments of a second start.
 */
export function takeLinks(app: ElectronModule['app'], follow: (link: string) => void): void {
  // From a clone, the system would remember the path of a development Electron even after the clone is deleted.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    follow(link);
  });
}
