/**
 * The Content Security Policy of the window's page, the same wherever it is shown: nothing from elsewhere runs, nothing is loaded from
 * or sent to anywhere else, no inline script, no frame around it. `connections`: what it may connect to beside its own origin.
 */
export function pagePolicy(connections: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // A conflict's pictures come within an answer, as `data:` addresses; a picture runs nothing.
    "img-src 'self' data:",
    "media-src 'self'",
    // The browser's viewer of PDF; what else lies at our own address may not be framed, by its own policy.
    "frame-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
