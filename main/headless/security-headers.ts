import { pagePolicy } from '../../preload/ipc/transport/page-policy.ts';

/**
 * Headers of every answer of the window host: the page's policy, a frame ban for old browsers, and no `Referer`, which could contain the one-time
 * link.
 */
export function securityHeaders(authority: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': pagePolicy([`ws://${authority}`]),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}
