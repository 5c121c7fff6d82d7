import type { Preview } from '../../../preload/ipc/content.ts';

export type ContentHeaders = Readonly<Record<string, string>>;

/**
 * What is sent with bytes that anybody may have put there. Three locks, each enough: no script by the policy, an origin of its own
 * by the sandbox, and a type that the browser may not guess past. So an SVG or a page of HTML from the service never runs in the
 * window's origin, also when somebody opens its address by hand.
 */
const locks: ContentHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // What belongs to a person is not left in the browser's cache.
  'cache-control': 'no-store',
  'accept-ranges': 'bytes',
};

/**
 * The browser's own viewer draws a PDF, in a process of its own; it refuses to work in a sandbox. The policy lets that viewer be
 * framed by the window, and nothing be loaded.
 */
const pdfLocks: ContentHeaders = {
  ...locks,
  'content-security-policy':
    "default-src 'none'; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/** To be kept as a file under its name: never shown, whatever it is. */
export function downloadHeaders(name: string): ContentHeaders {
  return {
    ...locks,
    'content-type': 'application/octet-stream',
    'content-disposition': disposition('attachment', name),
  };
}

/** Made while it is sent, so that no part of it can be asked for alone. */
export function archiveHeaders(name: string): ContentHeaders {
  return { ...downloadHeaders(name), 'content-type': 'application/zip', 'accept-ranges': 'none' };
}

/** Drawn again on every page, so the browser keeps the picture, or its absence, for a few minutes. */
export function avatarHeaders(contentType: string | null): ContentHeaders {
  const isPicture = contentType === 'image/png' || contentType === 'image/jpeg';
  return {
    ...locks,
    ...(isPicture ? { 'content-type': contentType } : {}),
    'cache-control': 'private, max-age=300',
    'accept-ranges': 'none',
  };
}

/** To be shown in the window. */
export function previewHeaders(name: string, { kind, contentType }: Preview): ContentHeaders {
  return {
    ...(kind === 'pdf' ? pdfLocks : locks),
    'content-type': contentType,
    'content-disposition': disposition('inline', name),
  };
}

/** A picture that the service drew, which keeps for as long as the page does: its path names the content. */
export const thumbnailHeaders = (bytes: number): ContentHeaders => ({
  ...locks,
  'content-type': 'image/jpeg',
  'content-length': String(bytes),
  'accept-ranges': 'none',
});

/** RFC 6266: the name in full, and one of plain letters for whoever does not read that. */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
