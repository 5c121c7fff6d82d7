import type { FastifyReply, FastifyRequest } from 'fastify';

/** One cookie of a request (RFC 6265 4.2); null when the browser did not send it. `isSecure` as when it was set. */
export function readCookie(
  request: FastifyRequest,
  { name, isSecure }: Pick<Cookie, 'name' | 'isSecure'>,
): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === sentName(name, isSecure)) return value.join('=').trim();
  }
  return null;
}

/** Browsers take a cookie with this prefix from no other host and over no plain connection: nobody can plant one. */
function sentName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** A cookie to be set. `value` must be plain letters and digits. `lifeMs` null keeps it until the browser is closed. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly lifeMs: number | null;
  /** True when the service is reached by https: the cookie is then never sent otherwise. */
  readonly isSecure: boolean;
}

/** Sets a cookie that scripts cannot read and that requests of other sites, except plain links, do not carry. */
export function setCookie(reply: FastifyReply, { name, value, lifeMs, isSecure }: Cookie): void {
  const parts = [`${sentName(name, isSecure)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (lifeMs !== null) parts.push(`Max-Age=${Math.floor(lifeMs / 1000)}`);
  if (isSecure) parts.push('Secure');
  // Fastify sends as many headers of this name as are set.
  reply.header('set-cookie', parts.join('; '));
}
