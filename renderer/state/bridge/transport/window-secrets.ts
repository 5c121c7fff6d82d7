/**
 * The secrets that authenticate this window's connection: the session's, in this origin's storage, which pages of other ports cannot read, and that
 * of the link that opened the page. Neither is ever part of a request.
 */
export type WindowSecrets = {
  readonly session: () => string | null;
  readonly keepSession: (secret: string) => void;
  /** The host refused it. */
  readonly forgetSession: (secret: string) => void;
  /** Null: the page was not opened by a link, or the link is used up. */
  readonly link: () => string | null;
  readonly forgetLink: () => void;
};

const KEY = 'tandem.session';

/** Removes the link's secret from the URL, so that it is neither visible nor bookmarked. */
export function windowSecrets({ location, history, localStorage }: Window): WindowSecrets {
  let link = location.pathname === '/open' ? location.hash.slice(1) || null : null;
  if (location.pathname === '/open') history.replaceState(null, '', '/');
  return {
    session: () => localStorage.getItem(KEY),
    keepSession: (secret) => {
      if (localStorage.getItem(KEY) !== secret) localStorage.setItem(KEY, secret);
    },
    forgetSession: (secret) => {
      // Another tab may have stored a new one in the meantime.
      if (localStorage.getItem(KEY) === secret) localStorage.removeItem(KEY);
    },
    link: () => link,
    forgetLink: () => {
      link = null;
    },
  };
}
