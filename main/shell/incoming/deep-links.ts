import type { ElectronModule } from '../electron-module.ts';
import type { Place } from '../window/window.ts';

/** The scheme of links into the application. */
const linkScheme = 'tandem';

/** The way back from a sign-in in the browser: it leads to no place, the window comes to the front where it is. */
export const signedInLink = `${linkScheme}://signed-in`;

/** Longest link that is looked at, in characters: anything longer is no link of ours. */
const longestLink = 2_048;

/** Pages that a link may open, by the names that links have for them. */
const pages: Readonly<Record<string, Place>> = {
  home: '/',
  activity: '/activity',
  attention: '/attention',
  files: '/files',
  invitations: '/sharing',
  trash: '/trash',
};

/**
 * Where a `tandem://` link leads: `tandem://home` (and the other pages), `tandem://item/file/ID` and `tandem://item/folder/ID` (ID:
 * digits). Null for everything else: a link comes from anywhere, and only ever opens a place. The sign-in's way back,
 * `tandem://signed-in`, leads to no place: the window comes to the front where it is, and nothing of the link is taken for true.
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

/** The first link among the arguments that a second start was given; null when there is none. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.startsWith(`${linkScheme}://`)) ?? null;
}

/**
 * Takes the links from here on: registered with the system when installed, by event on macOS (also before the application
 * is ready, so this comes first), as an argument of a second start elsewhere.
 */
export function takeLinks(app: ElectronModule['app'], follow: (link: string) => void): void {
  // From a clone the system would keep the path of a development Electron after the clone is gone.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app.on('open-url', (event, link) => {
    event.preventDefault();
    follow(link);
  });
}
