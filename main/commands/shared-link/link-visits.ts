/**
 * The shared links that were opened since the start, each with its password, in memory alone: the window holds an id that says
 * nothing, and the header that opens the link is made here.
 */
export type LinkVisits = {
  readonly open: (address: string, password: string | undefined) => string;
  /** The value of the header `svcapi` (service-api.md 4.4); null: this visit is not known. */
  readonly header: (visit: string) => string | null;
};

/** The oldest is forgotten when there are more. */
const MOST_VISITS = 200;

/** `newId`: an id that nobody can guess. */
export function linkVisits(newId: () => string): LinkVisits {
  const headers = new Map<string, string>();
  return {
    open(address, password) {
      const visit = newId();
      headers.set(visit, headerOf(address, password));
      for (const oldest of headers.keys()) {
        if (headers.size <= MOST_VISITS) break;
        headers.delete(oldest);
      }
      return visit;
    },
    header: (visit) => headers.get(visit) ?? null,
  };
}

/** The header of a link that is not kept: the service takes the password as it stands in an address. */
function headerOf(address: string, password: string | undefined): string {
  const secret =
    password === undefined || password === '' ? '' : `&shared_link_password=${encodeURIComponent(password)}`;
  return `shared_link=${new URL(address).href}${secret}`;
}
