import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../../domain/service.ts';

/** A cookie of a request (RFC 6265 4.2); null if the browser did not send it. */
export function readCookie(service: Service, request: FastifyRequest, name: string): string | null {
  const sent = sentName(name, isSecure(service));
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === sent) return value.join('=').trim();
  }
  return null;
}

/** True if the service uses https: its cookies are then sent only over https. */
const isSecure = ({ settings }: Service): boolean => settings.publicUrl().startsWith('https:');

/** Browsers accept a cookie with this prefix only from this host over https, so no one else can plant one. */
function sentName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** A cookie to set. `value` must be plain letters and digits. With a null `lifeMs` it lasts until the browser closes. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly lifeMs: number | null;
}

/** Sets a cookie that scripts cannot read and that other sites' requests, except plain links, do not carry. */
export function setCookie(service: Service, reply: FastifyReply, { name, value, lifeMs }: Cookie): void {
  const isOnlySecure = isSecure(service);
  const parts = [`${sentName(name, isOnlySecure)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (lifeMs !== null) parts.push(`Max-Age=${Math.floor(lifeMs / 1000)}`);
  if (isOnlySecure) parts.push('Secure');
  // Fastify sends one header for each value set under this name.
  reply.header('set-cookie', parts.join('; '));
}
