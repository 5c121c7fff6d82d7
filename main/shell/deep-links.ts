import type { ElectronModule } from './electron-module.ts';
import type { Place } from './window.ts';

/** The scheme of links into the application. */
const linkScheme = 'tandem';

/** Longest link that is looked at, in characters: anything longer is no link of ours. */
const longestLink = 2_048;

/**
 * Where a `tandem://` link leads: `tandem://home`, `tandem://activity`, `tandem://invitations`, `tandem://open/file/ID` and
 * `tandem://open/folder/ID` (ID: digits). Null for everything else: a link comes from anywhere, and only ever opens a place.
 */
export function placeOfLink(link: string): Place | null {
  if (link.length > longestLink || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.protocol !== `${linkScheme}:`) return null;
  const [target = '', ...rest] = `${url.host}${url.pathname}`.split('/').filter((part) => part !== '');
  switch (target) {
    case 'home':
      return rest.length === 0 ? '/' : null;
    case 'activity':
    case 'invitations':
      return rest.length === 0 ? `/${target}` : null;
    case 'open':
      return placeOfItem(rest);
    default:
      return null;
  }
}

function placeOfItem([kind, id, ...more]: readonly string[]): Place | null {
  const isKind = kind === 'file' || kind === 'folder';
  if (!isKind || id === undefined || !/^\d{1,20}$/.test(id) || more.length > 0) return null;
  return `/files/${kind}/${id}`;
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
