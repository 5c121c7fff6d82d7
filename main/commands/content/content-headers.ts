import type { Preview } from '../../../preload/ipc/shapes/content.ts';

export type ContentHeaders = Readonly<Record<string, string>>;

/**
 * Headers for untrusted content. Three independent protections: the policy forbids scripts, the sandbox isolates the origin, and `nosniff` fixes
 * the type. An SVG or HTML page from the service therefore never runs in the window's origin, even when its URL is opened directly.
 */
const locks: ContentHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Keep personal content out of the browser's cache.
  'cache-control': 'no-store',
  'accept-ranges': 'bytes',
};

/**
 * The browser draws a PDF with its own viewer in a separate process, which does not work in a sandbox. The policy lets the window frame that viewer
 * and blocks all other loading.
 */
const pdfLocks: ContentHeaders = {
  ...locks,
  'content-security-policy':
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/** For downloads: saved under its name, never displayed. */
export function downloadHeaders(name: string): ContentHeaders {
  return {
    ...locks,
    'content-type': 'application/octet-stream',
    'content-disposition': disposition('attachment', name),
  };
}

/** Archives are generated while they are sent, so range requests are not supported. */
export function archiveHeaders(name: string): ContentHeaders {
  return { ...downloadHeaders(name), 'content-type': 'application/zip', 'accept-ranges': 'none' };
}

/** Every page draws avatars, so the browser caches each avatar, or its absence, for a few minutes. */
export function avatarHeaders(contentType: string | null): ContentHeaders {
  const isPicture = contentType === 'image/png' || contentType === 'image/jpeg';
  return {
    ...locks,
    ...(isPicture ? { 'content-type': contentType } : {}),
    'cache-control': 'private, max-age=300',
    'accept-ranges': 'none',
  };
}

/** For display in the window. */
export function previewHeaders(name: string, { kind, contentType }: Preview): ContentHeaders {
  return {
    ...(kind === 'pdf' ? pdfLocks : locks),
    'content-type': contentType,
    'content-disposition': disposition('inline', name),
  };
}

/** A thumbnail from the service. It can be cached as long as the page lives: its path identifies the content. */
export const thumbnailHeaders = (bytes: number): ContentHeaders => ({
  ...locks,
  'content-type': 'image/jpeg',
  'content-length': String(bytes),
  'accept-ranges': 'none',
});

/** RFC 6266: the full name, plus an ASCII fallback for clients that do not support the extended form. */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
