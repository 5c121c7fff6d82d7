/**
 * Shared links opened since the start, each with its password, in memory only. The window holds an opaque id; the header that opens the link is
 * created here.
 */
export type LinkVisits = {
  readonly open: (address: string, password: string | undefined) => string;
  /** The value of the `svcapi` header (interface 4.4); null: unknown visit. */
  readonly header: (visit: string) => string | null;
};

/** Limit of remembered visits. The oldest is dropped first. */
const MOST_VISITS = 200;

/** `newId` returns an unguessable id. */
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

/** The header of a link that is not stored. The service expects the password in URL encoding. */
function headerOf(address: string, password: string | undefined): string {
  const secret =
    password === undefined || password === '' ? '' : `&shared_link_password=${encodeURIComponent(password)}`;
  return `shared_link=${new URL(address).href}${secret}`;
}
