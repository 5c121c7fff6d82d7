/**
 * The Content Security Policy of the window's page on every host: no external code, no loading from or sending to other origins, no inline script,
 * no framing. `connections`: allowed connections besides its own origin.
 */
export function pagePolicy(connections: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Conflict pictures arrive as `data:` URLs within an answer; a picture cannot run code.
    "img-src 'self' data:",
    "media-src 'self'",
    // For the browser's PDF viewer. Other content on our origin forbids framing in its own policy.
    "frame-src 'self'",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
