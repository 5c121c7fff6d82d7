import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie of a request (RFC 6265 4.2); null if the browser did not send it. `isSecure` must be the same as when it was set. */
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

/** Browsers accept a cookie with this prefix only from this host over https, so no one else can plant one. */
function sentName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** A cookie to set. `value` must be plain letters and digits. With a null `lifeMs` it lasts until the browser closes. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly lifeMs: number | null;
  /** True if the service uses https: the cookie is then sent only over https. */
  readonly isSecure: boolean;
}

/** Sets a cookie that scripts cannot read and that other sites' requests, except plain links, do not carry. */
export function setCookie(reply: FastifyReply, { name, value, lifeMs, isSecure }: Cookie): void {
  const parts = [`${sentName(name, isSecure)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (lifeMs !== null) parts.push(`Max-Age=${Math.floor(lifeMs / 1000)}`);
  if (isSecure) parts.push('Secure');
  // Fastify sends one header for each value set under this name.
  reply.header('set-cookie', parts.join('; '));
}
