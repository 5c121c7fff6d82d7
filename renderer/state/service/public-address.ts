/** URL of the service's own pages: `http://host/2.0` and `/f/abc` -> `http://host/f/abc`. */
export function publicAddress(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/(\/api)?\/2\.0$/, '') + path;
}
