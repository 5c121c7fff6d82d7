/** URL of the service's own pages: `http://host/2.0` and `/f/abc` -> `http://host/f/abc`. */
export function publicAddress(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/(\/api)?\/2\.0$/, '') + path;
}

/** The private service has a socket instead of a host: no name below `.invalid` resolves (RFC 6761). */
export function isPrivateAddress(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.invalid');
}
