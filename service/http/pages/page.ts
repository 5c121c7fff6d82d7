import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { pageStyle } from './page-style.ts';

/** A page for a browser. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** A script of this page: our own text, without any external data. */
  readonly script?: string;
  /** Wide pages contain tables and previews; narrow ones a single form. */
  readonly width?: 'narrow' | 'wide';
  /** Additional form targets besides this service: the redirect of a sign-in. An origin or a scheme. */
  readonly formTargets?: readonly string[];
  /** True for a page that other pages may frame. */
  readonly mayBeFramed?: boolean;
}

/**
 * Sends a page. The browser runs and shows only the service's own content: style and script carry a nonce for this response,
 * pictures and media come from the service itself, and other pages may not frame it unless it is meant for that.
 */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    page.script === undefined ? null : `script-src 'nonce-${nonce}'`,
    page.script === undefined ? null : "connect-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "frame-src 'self'",
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    page.mayBeFramed ? 'frame-ancestors *' : "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${page.title} - Tandem</title>
<style nonce="${nonce}">${{ html: pageStyle }}</style>
</head>
<body class="${page.width ?? 'narrow'}">
<main>${page.body}</main>
${page.script === undefined ? null : { html: `<script nonce="${nonce}">${page.script}</script>` }}
</body>
</html>`;
  reply.code(page.status ?? 200).header('content-security-policy', policy.filter((rule) => rule !== null).join('; '));
  return reply.header('content-type', 'text/html; charset=utf-8').send(document.html);
}
